#pragma once
// Background load of a kernel path: real datagrams through the same interface queues (sun97 §4). Without a kernel path
// the relay's model makes the background itself.
#include <cstdint>
#include <memory>
#include <string>

#include "app/conditions/kernel_path.h"

namespace jitterscope {

/// One thread of the normal class a direction, for the life of this object. `path` must outlive it.
class BackgroundSender {
 public:
  struct Counts {                           // of one direction, since this object was made
    std::int64_t offered = 0, dropped = 0;  // packets; dropped by the interface queue (ENOBUFS), told to the sender
    std::int64_t payload_bytes = 0;         // offered
  };
  /// Opens sockets at both sides. nullptr: `error` says why. The same seed gives the same arrivals.
  static std::unique_ptr<BackgroundSender> create(const KernelPath& path, std::uint64_t seed, std::string& error);
  /// Arrivals are from now on as those of a sender that was made with this seed.
  void reseed(std::uint64_t seed);
  ~BackgroundSender();

  /// From now on, at once; any one thread. A default setting: none.
  void set(LinkWay way, const BackgroundSetting& setting);
  Counts counts(LinkWay way) const;  // any thread
  /// Fills in what the queue's own counters cannot know: background_offered, background_dropped, media_dropped.
  void add_to(LinkReport& report) const;

 private:
  struct Direction;
  BackgroundSender();
  std::unique_ptr<Direction> up_, down_;
};

}  // namespace jitterscope
