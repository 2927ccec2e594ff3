#pragma once
// A line under the call bar that asks or says something: an incoming call, consent, why a call ended. GUI thread.
#include <QFrame>

class QLabel;

namespace jitterscope {

class Banner : public QFrame {
  Q_OBJECT
 public:
  /// Without buttons' texts there is only a dismiss button.
  explicit Banner(const QString& yes = {}, const QString& no = {}, QWidget* parent = nullptr);
  void say(const QString& sentence);  // empty = hide
  QString sentence() const;

 signals:
  void answered(bool yes);
  void dismissed();

 private:
  QLabel* words_;
};

}  // namespace jitterscope
