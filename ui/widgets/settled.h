#pragma once
// What a person wants, from the first edit until the session says it is in force: fields don't jump back in between.
#include <QElapsedTimer>
#include <QTimer>

namespace jitterscope {

template <typename Setting>
class Settled {
 public:
  template <typename Send>
  Settled(QObject* owner, Send send) {
    debounce_ = new QTimer(owner);
    debounce_->setSingleShot(true);
    debounce_->setInterval(kDebounceMs);
    QObject::connect(debounce_, &QTimer::timeout, owner, [this, send] {
      sent_.start();
      send(wanted_);
    });
  }
  const Setting& wanted() const { return wanted_; }
  void want(const Setting& wanted) {
    wanted_ = wanted;
    debounce_->start();
  }
  /// True when the fields shall show wanted(): the session's setting changed, and not because of an edit under way.
  bool take(const Setting& in_force) {
    const bool waits = debounce_->isActive() || (sent_.isValid() && sent_.elapsed() < kAnswerMs);
    if (in_force == wanted_) {
      if (!debounce_->isActive()) sent_.invalidate();
      return false;
    }
    if (waits) return false;
    wanted_ = in_force;
    return true;
  }

 private:
  static constexpr int kDebounceMs = 250, kAnswerMs = 1500;
  Setting wanted_{};
  QTimer* debounce_;
  QElapsedTimer sent_;
};

}  // namespace jitterscope
