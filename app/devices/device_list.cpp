#include "app/devices/device_list.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <QAudioDevice>
#include <QCameraDevice>
#include <QMediaDevices>
#include <QTimer>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kPollMs = 2000;
constexpr Duration kListPatience = Duration::ms(3000);
constexpr Duration kLatecomers = Duration::ms(1000);  // after the first list, for kinds that have none yet

template <typename QtDevice>
std::vector<Device> listed(const QList<QtDevice>& devices) {
  std::vector<Device> list;
  for (const QtDevice& device : devices)
    list.push_back({device.id().toStdString(), device.description().toStdString()});
  // Of one name (two like cameras; Qt 6.4 also lists a PipeWire camera twice): told apart by a number.
  std::map<std::string, int> times;
  for (Device& device : list)
    if (const int nth = ++times[device.label]; nth > 1) device.label += " (" + std::to_string(nth) + ")";
  return list;
}

}  // namespace

class DeviceList::Worker : public QObject {
 public:
  void begin() {
    devices_ = new QMediaDevices(this);
    // Queued: Qt 6.4 tells of the first camera while it holds the lock that the lists need.
    const auto changed = [this] { look(false); };
    connect(devices_, &QMediaDevices::videoInputsChanged, this, changed, Qt::QueuedConnection);
    connect(devices_, &QMediaDevices::audioInputsChanged, this, changed, Qt::QueuedConnection);
    connect(devices_, &QMediaDevices::audioOutputsChanged, this, changed, Qt::QueuedConnection);
    timer_ = new QTimer(this);
    connect(timer_, &QTimer::timeout, this, [this] { look(false); });
    timer_->start(kPollMs);
    look(true);
  }

  void look(bool asked) {
    DeviceLists found;
    found.cameras = listed(QMediaDevices::videoInputs());
    found.microphones = listed(QMediaDevices::audioInputs());
    found.speakers = listed(QMediaDevices::audioOutputs());
    const std::scoped_lock lock(mutex_);
    const bool same =
        found.cameras == lists_.cameras && found.microphones == lists_.microphones && found.speakers == lists_.speakers;
    if (same && !asked) return;
    found.version = lists_.version + 1;
    lists_ = std::move(found);
  }

  DeviceLists current() const {
    const std::scoped_lock lock(mutex_);
    return lists_;
  }

 private:
  QMediaDevices* devices_ = nullptr;
  QTimer* timer_ = nullptr;
  mutable std::mutex mutex_;  // held for copies only, never while a device server is asked
  DeviceLists lists_;
};

DeviceList::DeviceList() : worker_(new Worker), thread_("device-list", worker_) {
  thread_.post([worker = worker_] { worker->begin(); });
}

DeviceLists DeviceList::current() const {
  return worker_->current();
}
void DeviceList::refresh() {
  thread_.post([worker = worker_] { worker->look(true); });
}

DeviceLists find_devices(const std::function<bool(const DeviceLists&)>& enough) {
  const DeviceList list;
  const Timestamp begin = monotonic_now();
  Timestamp end = begin + kListPatience;
  DeviceLists found;
  for (bool answered = false; monotonic_now() < end;) {
    sleep_until(monotonic_now() + Duration::ms(20));
    found = list.current();
    if (found.version == 0) continue;
    if (!answered) end = std::min(end, monotonic_now() + kLatecomers);
    answered = true;
    if (enough(found)) break;
  }
  return found;
}

}  // namespace jitterscope
