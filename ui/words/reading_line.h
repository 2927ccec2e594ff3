#pragma once
// The reading of a panel: words with an optional swatch of their hue. Where room is short each part ends at its first
// comma, then each of several is its `brief`. What still has no room goes on in a further row where that is allowed,
// and is left out from the end elsewhere; the tooltip has all. GUI thread.
#include <array>
#include <optional>
#include <vector>

#include <QWidget>

#include "ui/theme.h"

namespace jitterscope {

struct ReadingPart {
  std::optional<Hue> hue;
  QString text;
  bool dashed = false;
  QString brief{};
  Qt::PenStyle dashes = Qt::DotLine;  // of a dashed one
  bool operator==(const ReadingPart&) const = default;
};
using Reading = std::vector<ReadingPart>;

class ReadingLine : public QWidget {
 public:
  explicit ReadingLine(QWidget* parent = nullptr);
  void set_reading(Reading);
  /// As many rows as it needs. A row that has come goes when the width changes: numbers move nothing up and down.
  void set_wraps(bool);
  /// All words, in as many rows as they need.
  void set_whole();
  /// No more rows than that where it wraps; what has no room is left out from the end.
  void set_most_rows(int rows);
  QString text() const;
  /// px: of all parts in one row, each as brief as it may be.
  int least_width() const { return wide_at(most_brief()); }
  /// Whether each part has room.
  bool is_whole() const { return placed().whole; }
  QSize sizeHint() const override { return px({0, 20 * rows_}); }  // the room that is left
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  static constexpr int kAnyRows = 100;
  struct Piece {
    const ReadingPart* part;
    QString words;
    int x, row;
    bool first;  // of its part, so it has the swatch
  };
  struct Placed {
    std::vector<Piece> pieces;
    int rows = 1;
    bool whole = true;
  };
  int most_brief() const { return reading_.size() > 1 ? 2 : 1; }  // a single part is cut where the room ends
  int wide_at(int brevity) const;
  int measure(int brevity) const;
  Placed in_rows(int brevity) const;
  Placed in_one_row() const;
  void cut_to_most_rows(Placed&) const;
  Placed placed() const;
  Reading reading_;
  mutable std::array<std::optional<int>, 3> wide_;  // by brevity; shaping words is most of what a line costs
  bool wraps_ = false, whole_ = false;
  int rows_ = 1, most_rows_ = kAnyRows;
};

}  // namespace jitterscope
