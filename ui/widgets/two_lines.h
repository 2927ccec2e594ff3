#pragma once
// A sentence in one line or, where that has no room, in two small ones; what has no room there either is cut off, and
// the tooltip has all of it. It asks for no width. GUI thread.
#include <QLabel>

namespace jitterscope {

class TwoLines : public QLabel {
 public:
  using QLabel::QLabel;
  /// px: in which the words have room, up to `one_line` in one line, else in two.
  int wanted_width(int one_line) const;
  /// Whether all words have room.
  bool whole() const { return has_room(width()); }
  QSize minimumSizeHint() const override { return {}; }
  QSize sizeHint() const override { return {}; }

 protected:
  bool event(QEvent* event) override;  // the tooltip is of what is cut off
  void paintEvent(QPaintEvent* event) override;

 private:
  bool has_room(int width) const;
  qsizetype first_line(int width) const;  // how many letters of it
};

}  // namespace jitterscope
