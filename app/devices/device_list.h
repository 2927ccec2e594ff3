#pragma once
// The cameras, microphones and speakers there are, looked up on a thread of its own ("device-list") every two seconds
// and when Qt says they changed. The first list comes a moment after construction: version 0 until then.
#include <cstdint>
#include <functional>

#include "app/devices/device_thread.h"
#include "ui/session_port.h"

namespace jitterscope {

class DeviceList {
 public:
  /// Needs a QCoreApplication. Returns at once.
  DeviceList();

  /// Any thread; never waits for a device server.
  DeviceLists current() const;
  std::uint64_t version() const { return current().version; }
  /// Asks for a look now; the version grows after it, changed or not. Any thread, returns at once.
  void refresh();

 private:
  class Worker;
  Worker* worker_;
  DeviceThread thread_;
};

/// The devices that there are as soon as they are `enough`, else after three seconds, or one second after the first
/// list. Needs a QCoreApplication; blocks.
DeviceLists find_devices(const std::function<bool(const DeviceLists&)>& enough);

}  // namespace jitterscope
