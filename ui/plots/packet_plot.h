#pragma once
// The packets of the last frames as a barcode: one row a frame (newest on top), one stroke a packet, a tinted bar from
// the first to the last. Evenly spread strokes are strategy A, groups of three B, one block at the left C. Held packets
// stand behind in grey. Drawn with QPainter: a few hundred strokes. GUI thread.
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
  void set_packets(const std::vector<PacketDot>&);
  void set_held(const std::vector<PacketDot>&);
  void set_span(double ms);  // what the axis shows: the same in both plots of a pair
  double largest_offset_ms() const;
  int rows() const { return static_cast<int>(frames_.size()); }
  void write_csv(QTextStream&) const;

 protected:
  void paintEvent(QPaintEvent*) override;
  bool event(QEvent*) override;  // tooltips

 private:
  struct Frame {
    std::int64_t number;
    std::vector<double> offsets_ms;  // ascending
  };
  static std::vector<Frame> by_frame(const std::vector<PacketDot>&);
  void paint_axis(QPainter&, const QRectF& area) const;
  void paint_row(QPainter&, const QRectF& row, const Frame&, const QColor&) const;
  QRectF area() const;
  QString shown_title() const;
  double row_height() const;

  QString title_, note_;
  double span_ms_ = 50;
  std::vector<Frame> frames_, held_;  // newest first
};

}  // namespace jitterscope
