#pragma once
// While a lesson is presented: what is set, the keys, and the way out. GUI thread.
#include <QFrame>
#include <QLabel>
#include <QStringList>

namespace jitterscope {

struct CallSnapshot;

struct CallSettings;
class BannerRow;

class PresenterStrip : public QFrame {
  Q_OBJECT
 public:
  explicit PresenterStrip(QWidget* parent = nullptr);
  /// `link` in words, empty = none. Null: no call.
  void show_settings(const CallSettings&, const CallSnapshot*, const QString& link);
  /// In which what the presenter's own key has done is said.
  BannerRow& notices() { return *notices_; }
  QString words() const { return isHidden() ? QString() : set_->text(); }

 signals:
  void left();

 protected:
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void fit();
  QStringList facts_;  // what matters most first
  QWidget* words_;
  BannerRow* notices_;
  QLabel* set_;
};

}  // namespace jitterscope
