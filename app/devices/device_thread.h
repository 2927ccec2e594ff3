#pragma once
// A thread with a Qt event loop for calls that a sound server can hold up for half a minute. Its owner is never held
// up: the destructor waits a moment and then leaves a stuck thread behind, to end by itself.
#include <functional>

#include <QObject>
#include <QString>
#include <QThread>

namespace jitterscope {

class DeviceThread {
 public:
  /// Starts a thread of this name (at most 15 letters). It owns `worker` from now on and deletes it on itself.
  DeviceThread(const QString& name, QObject* worker);
  /// Ends the loop and waits at most two seconds. A stuck thread keeps its worker until it gets free.
  ~DeviceThread();
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// Runs `work` on the thread, in order; not at all when the thread ends before. Any thread, returns at once.
  void post(std::function<void()> work);

 private:
  QThread* thread_;
  QObject* worker_;
};

/// To be called last in main: ends the program at once when a device thread was left behind, because Qt's own clean-up
/// would wait for it. Returns else.
void leave_if_stuck(int status);

}  // namespace jitterscope
