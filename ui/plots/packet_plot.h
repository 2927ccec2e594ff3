#pragma once
// The packets of the last frames as a barcode: one row a frame (newest on top), one stroke a packet, a tinted bar from
// the first to the last. Evenly spread strokes are strategy A, groups of three B, one block at the left C. What was
// to come and did not is a hollow stroke with a cross, in the colour of danger; where such strokes would touch they are
// one hatched band. Held packets stand behind in grey. Drawn with QPainter: a few hundred strokes. GUI thread.
#include <vector>

#include <QWidget>

#include "core/measures/views/packet_dot.h"

class QTextStream;

namespace jitterscope {

class PacketPlot : public QWidget {
  Q_OBJECT
 public:
  explicit PacketPlot(const QString& title, QWidget* parent = nullptr);

  void set_title(const QString&);
  QString title() const { return title_; }
  /// Stands where the rows would be while there are none: why.
  void set_note(const QString& note) { note_ = note; }
  QString note() const { return frames_.empty() ? note_ : QString(); }
  /// `lost`: at the places where they would have come. A row begins with the first packet of its frame, lost or not.
  void set_packets(const std::vector<PacketDot>& came, const std::vector<PacketDot>& lost = {});
  void set_held(const std::vector<PacketDot>& came, const std::vector<PacketDot>& lost = {});
  /// Stands at the end of the title's line, where it has room: "12 of 396 lost".
  void set_beside(const QString& words);
  QString beside() const { return beside_; }
  void set_span(double ms);  // what the axis shows: the same in both plots of a pair
  double largest_offset_ms() const;
  int rows() const { return static_cast<int>(frames_.size()); }
  /// In the rows that are shown.
  std::int64_t came() const;
  std::int64_t lost() const;
  QString row_tip(int row) const;      // 0: on top
  void write_csv(QTextStream&) const;  // side, frame, ms since its first packet, came or lost

 protected:
  void paintEvent(QPaintEvent*) override;
  bool event(QEvent*) override;  // tooltips

 private:
  struct Frame {
    std::int64_t number = 0;
    std::vector<double> came_ms, lost_ms;  // ascending, the least of all is 0
  };
  static std::vector<Frame> by_frame(const std::vector<PacketDot>& came, const std::vector<PacketDot>& lost);
  void paint_axis(QPainter&, const QRectF& area) const;
  void paint_row(QPainter&, const QRectF& row, const Frame&, const QColor& came, const QColor& lost) const;
  void paint_lost(QPainter&, const QRectF& row, const std::vector<double>& lost_ms, const QColor&) const;
  QRectF area() const;
  QString shown_title() const;
  double row_height() const;

  QString title_, beside_, note_;
  double span_ms_ = 50;
  std::vector<Frame> frames_, held_;  // newest first
};

}  // namespace jitterscope
