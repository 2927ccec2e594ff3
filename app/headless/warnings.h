#pragma once
// What the user is told in a call without a window: sentences on standard error.
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

class Warnings {
 public:
  /// Any thread. Says it, unless it is mere information (severity 0 of a Notice).
  void tell(int severity, const std::string& sentence);
  /// Says it unless it was said already.
  void say_once(const std::string& sentence);
  /// Those of the call's notices that nobody told.
  void say_rest(const CallSnapshot* snapshot);

 private:
  bool is_said(std::string_view sentence) const;

  std::mutex mutex_;
  std::vector<std::string> said_;  // the newest
};

}  // namespace jitterscope
