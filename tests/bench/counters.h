#pragma once
// claypool98's load: processes that do nothing but count.
#include <sys/types.h>

#include <vector>

namespace jitterscope {

/// Processes of this session, in the default class, for the life of this object. They also end with the program or
/// after ten minutes. To be made before any thread.
class Counters {
 public:
  explicit Counters(int count);
  ~Counters();
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;

 private:
  std::vector<pid_t> children_;
};

}  // namespace jitterscope
