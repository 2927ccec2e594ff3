#pragma once
// The time line below the panels: the whole call with its marks, a field for the stretch of time that is measured, the
// whole at a press, and what lies between the cursors. GUI thread.
#include <optional>
#include <vector>

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace jitterscope {

class MarkerStrip;
class ViewState;
struct MarkRow;

class TimeLine : public QWidget {
  Q_OBJECT
 public:
  /// `view` outlives it.
  explicit TimeLine(ViewState& view, QWidget* parent = nullptr);
  void set_marks(const std::vector<MarkRow>& marks);
  /// Puts the focus into the field.
  void focus_span();
  /// Shows all there is.
  void fit();

 signals:
  /// Why nothing came of what was typed, and what to type.
  void refused(const QString& sentence);

 private:
  void take_typed();
  void show_view();
  std::optional<double> time_of_mark(const QString& words) const;

  ViewState& view_;
  MarkerStrip* strip_;
  QLineEdit* span_;
  QToolButton* cursors_;
};

}  // namespace jitterscope
