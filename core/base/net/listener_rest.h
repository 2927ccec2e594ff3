#pragma once
// A listener whose accept failed is left alone for a moment: without descriptors it stays readable, and a loop around
// poll would never sleep.
#include <cerrno>

#include "core/base/units/time.h"

namespace jitterscope {

class ListenerRest {
 public:
  void accept_failed(int error, Timestamp now) {
    if (error != EAGAIN && error != EINTR && error != ECONNABORTED) until_ = now + Duration::ms(100);
  }
  bool over(Timestamp now) const { return now >= until_; }

 private:
  Timestamp until_;
};

}  // namespace jitterscope
