#include "app/devices/device_thread.h"

#include <utility>

namespace jitterscope {
namespace {

constexpr unsigned long kPatienceMs = 2000;

}  // namespace

DeviceThread::DeviceThread(const QString& name, QObject* worker) : thread_(new QThread), worker_(worker) {
  thread_->setObjectName(name);
  worker->moveToThread(thread_);
  QObject::connect(thread_, &QThread::finished, worker, &QObject::deleteLater);
  thread_->start();
}

DeviceThread::~DeviceThread() {
  thread_->quit();
  if (thread_->wait(kPatienceMs)) delete thread_;
}

void DeviceThread::post(std::function<void()> work) {
  QMetaObject::invokeMethod(worker_, std::move(work), Qt::QueuedConnection);
}

}  // namespace jitterscope
