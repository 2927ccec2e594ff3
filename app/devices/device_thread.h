#pragma once
// A thread with a Qt event loop for calls that a sound server can hold up for half a minute. Whoever owns it is never
// held up: the destructor waits a moment and then leaves a stuck thread behind, to end by itself.
#include <functional>
#include <memory>

#include <QObject>
#include <QString>
#include <QThread>

namespace jitterscope {

class DeviceThread {
 public:
  explicit DeviceThread(const QString& name);
  /// Ends the loop; waits at most two seconds. Work posted but not begun is dropped.
  ~DeviceThread();
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// Runs `work` on the thread, in order. Any thread, returns at once. `work` must keep alive what it uses.
  void post(std::function<void()> work);
  /// True once the thread has ended; false = it is stuck and must be left alone.
  bool stop();

 private:
  QThread* thread_;   // leaked when stuck
  QObject* context_;  // lives on thread_, deleted with it
};

}  // namespace jitterscope
