#pragma once
// A few choices in one row, of which one is chosen: "local | remote | both". Left and right keys move. GUI thread.
#include <QAbstractButton>
#include <QButtonGroup>
#include <QWidget>

namespace jitterscope {

class Segments : public QWidget {
  Q_OBJECT
 public:
  Segments(const QStringList& choices, const QString& accessible_name, QWidget* parent = nullptr);
  int current() const { return group_.checkedId(); }
  /// Without chosen(). -1 leaves none chosen.
  void set_current(int index);
  void set_tip(int index, const QString& tip) { group_.button(index)->setToolTip(tip); }
  void set_choice_enabled(int index, bool enabled) { group_.button(index)->setEnabled(enabled); }

 signals:
  void chosen(int index);  // by the user

 private:
  QButtonGroup group_;
};

}  // namespace jitterscope
