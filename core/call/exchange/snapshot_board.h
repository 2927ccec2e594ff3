#pragma once
// The newest picture of the call that analysis has made, on its way to whoever looks: it passes no other thread.
#include <memory>
#include <mutex>
#include <utility>

#include "core/measures/views/interest.h"

namespace jitterscope {

struct CallSnapshot;

/// Any thread. Of the last call until the next one's first picture.
class SnapshotBoard {
 public:
  struct Shown {
    std::shared_ptr<const CallSnapshot> snapshot;  // null: none yet
    ViewCounts made{};                             // how often each view was made by then
  };
  void put(std::shared_ptr<const CallSnapshot> snapshot, const ViewCounts& made) {
    const std::lock_guard lock(mutex_);
    shown_ = {std::move(snapshot), made};
  }
  Shown shown() const {
    const std::lock_guard lock(mutex_);
    return shown_;
  }

 private:
  mutable std::mutex mutex_;
  Shown shown_;
};

}  // namespace jitterscope
