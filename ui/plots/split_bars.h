#pragma once
// Where the delay goes, as bars: for each medium the whole way, to one scale for both, and below it the operating
// system's and the network's pieces alone, enlarged to the full width, so that where they meet is their share.
// Pieces that are unknown are hatched. GUI thread.
#include <array>
#include <vector>

#include <QWidget>

#include "core/events/names.h"
#include "ui/words/delay_words.h"

namespace jitterscope {

class SplitBars : public QWidget {
 public:
  explicit SplitBars(QWidget* parent = nullptr);
  void set_split(Medium, const DelaySplitView*);  // null: nothing is received
  QString tip_at(const QPoint&) const;
  QString text() const;  // every word beside the bars
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  bool event(QEvent*) override;

 private:
  struct Row {
    QString name, bound, system, network, whole;
    std::vector<SplitSegment> way, shares;
    double known_ms = 0;  // of the way
  };
  struct Piece {
    QRectF place;
    SplitSegment segment;
  };
  void lay_out();
  void lay_bar(const std::vector<SplitSegment>&, const QRectF& room, double ms_of_room);
  QRectF bar_room(std::size_t row, int bar) const;
  void paint_piece(class QPainter&, const Piece&) const;
  void paint_words(class QPainter&, std::size_t row) const;

  std::vector<Row> rows_;
  std::array<std::optional<Row>, 2> of_;  // audio, video
  std::vector<Piece> pieces_;
  int left_ = 0, right_ = 0;
};

}  // namespace jitterscope
