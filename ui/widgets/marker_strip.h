#pragma once
// The whole call on one line: marks and changes of settings, and the part that the plots show. Press or drag to go
// there. GUI thread.
#include <optional>
#include <vector>

#include <QMouseEvent>
#include <QStringList>
#include <QWidget>

#include "ui/plots/view_state.h"
#include "ui/sizes.h"

namespace jitterscope {

struct MarkRow;

class MarkerStrip : public QWidget {
 public:
  explicit MarkerStrip(ViewState&, QWidget* parent = nullptr);
  ~MarkerStrip() override;
  void set_marks(const std::vector<MarkRow>&);
  /// Of the newest mark whose words are these, or else hold them; absent: there is none.
  std::optional<double> time_of_mark(const QString& words) const;
  QSize sizeHint() const override { return px({400, 36}); }

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) centre_on(time_at(event->position().x()));
  }
  void mouseMoveEvent(QMouseEvent* event) override { centre_on(time_at(event->position().x())); }
  void mouseDoubleClickEvent(QMouseEvent*) override { view_.reset(); }
  void contextMenuEvent(QContextMenuEvent*) override;
  bool event(QEvent*) override;  // tooltips

 private:
  double x_of(double at_s) const;
  double time_at(double x) const;
  void centre_on(double at_s) { view_.pan(at_s - (view_.from() + view_.to()) / 2); }
  ViewState& view_;
  std::vector<MarkRow> marks_;
  QStringList words_;  // of each
};

}  // namespace jitterscope
