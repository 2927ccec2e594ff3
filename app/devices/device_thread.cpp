#include "app/devices/device_thread.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <utility>

namespace jitterscope {
namespace {

constexpr unsigned long kPatienceMs = 2000;
std::atomic<bool> left_behind{false};

}  // namespace

DeviceThread::DeviceThread(const QString& name, QObject* worker) : thread_(new QThread), worker_(worker) {
  thread_->setObjectName(name);
  worker->moveToThread(thread_);
  QObject::connect(thread_, &QThread::finished, worker, &QObject::deleteLater);
  thread_->start();
}

DeviceThread::~DeviceThread() {
  thread_->quit();
  if (thread_->wait(kPatienceMs))
    delete thread_;
  else
    left_behind = true;
}

void DeviceThread::post(std::function<void()> work) {
  QMetaObject::invokeMethod(worker_, std::move(work), Qt::QueuedConnection);
}

void leave_if_stuck(int status) {
  if (!left_behind) return;
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace jitterscope
