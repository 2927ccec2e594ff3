#pragma once
// The one-line reading of a panel: words with an optional swatch of their hue. Where room is short each part ends at
// its first comma, then each of several is its `brief` (or first word), and parts are left out from the end; the
// tooltip has all.
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
  QString text() const;
  QSize sizeHint() const override { return px({0, 20}); }  // the room that is left
  QSize minimumSizeHint() const override { return px({0, 20}); }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  int wide_at(int brevity, const QFontMetrics&) const;
  Reading reading_;
};

}  // namespace jitterscope
