#pragma once
// The cameras, microphones and speakers there are, looked up on a thread of its own ("device-list") every two seconds
// and when Qt says they changed. The first list comes a moment after construction: version 0 until then.
#include <memory>

#include "app/devices/device_thread.h"
#include "ui/session_port.h"

namespace jitterscope {

class DeviceList {
 public:
  /// Needs a QCoreApplication. Returns at once.
  DeviceList();
  ~DeviceList();

  /// Any thread, never wait for a device server.
  DeviceLists current() const;
  std::uint64_t version() const;
  /// Asks for a look now. The version always grows after it, changed or not.
  void refresh();
  /// False while a look has been under way for over three seconds: the sound server does not answer.
  bool responsive() const;

 private:
  class Worker;
  std::shared_ptr<Worker> worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
