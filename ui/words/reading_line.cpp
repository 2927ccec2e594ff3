#include "ui/words/reading_line.h"

#include <QPainter>
#include <QResizeEvent>

namespace jitterscope {
namespace {

constexpr int kReadingSwatch = 14, kReadingGap = 12;  // px
constexpr int kFewest = 9;                            // letters of a part that is cut
constexpr int kUsualRows = 2;                         // rather than more, parts are brief
const QString kMore = QStringLiteral("…");

/// 0 all, 1 up to the first comma, 2 the brief words where there are some.
QString said_at(int brevity, const ReadingPart& part) {
  if (brevity == 0) return part.text;
  return brevity == 2 && !part.brief.isEmpty() ? part.brief : part.text.section(',', 0, 0);
}

int swatch_of(const ReadingPart& part) {
  return part.hue ? px(kReadingSwatch + 4) : 0;
}

/// Dashes short enough to be told apart in a swatch.
QPen swatch_pen(const ReadingPart& part) {
  QPen pen(colours()[*part.hue], px(3), part.dashed ? part.dashes : Qt::SolidLine, Qt::FlatCap);
  if (pen.style() == Qt::DashLine) pen.setDashPattern({1.8, 1});
  if (pen.style() == Qt::DashDotLine) pen.setDashPattern({2, 0.7, 0.7, 0.7});
  return pen;
}

}  // namespace

ReadingLine::ReadingLine(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  use_small_font(this);
}

QString ReadingLine::text() const {
  QStringList parts;
  for (const auto& part : reading_) parts << part.text;
  return parts.join("  ·  ");
}

void ReadingLine::set_reading(Reading reading) {
  if (reading == reading_) return;
  reading_ = std::move(reading);
  wide_ = {};
  setToolTip(text());
  setAccessibleName(text());
  if (const int rows = wraps_ ? placed().rows : 1; rows > rows_ || reading_.empty()) {
    rows_ = rows;
    updateGeometry();
  }
  update();
}

void ReadingLine::set_wraps(bool wraps) {
  wraps_ = wraps;
  rows_ = placed().rows;
  updateGeometry();
  update();
}

void ReadingLine::set_whole() {
  whole_ = true;
  set_wraps(true);
}

void ReadingLine::set_most_rows(int rows) {
  if (std::exchange(most_rows_, rows) == rows || !wraps_) return;
  rows_ = placed().rows;
  updateGeometry();
  update();
}

void ReadingLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  wide_ = {};                                                                     // the theme's lengths may be others
  if (event->oldSize().width() == width() && event->oldSize() != size()) return;  // the same twice: sized anew
  const int rows = wraps_ ? placed().rows : 1;
  if (std::exchange(rows_, rows) != rows) updateGeometry();
}

/// Another font measures otherwise.
void ReadingLine::changeEvent(QEvent* event) {
  wide_ = {};
  QWidget::changeEvent(event);
}

int ReadingLine::wide_at(int brevity) const {
  auto& wide = wide_[static_cast<std::size_t>(brevity)];
  if (!wide) wide = measure(brevity);
  return *wide;
}

int ReadingLine::measure(int brevity) const {
  int wide = -px(kReadingGap);
  for (const auto& part : reading_)
    wide += fontMetrics().horizontalAdvance(said_at(brevity, part)) + swatch_of(part) + px(kReadingGap);
  return std::max(wide, 0);
}

/// A part that is wider than the line goes on word by word.
ReadingLine::Placed ReadingLine::in_rows(int brevity) const {
  const auto metrics = fontMetrics();
  Placed all;
  int x = 0, row = 0;
  for (const auto& part : reading_) {
    const auto said = said_at(brevity, part);
    const int swatch = swatch_of(part), wide = swatch + metrics.horizontalAdvance(said);
    if (x > 0 && x + wide > width()) {
      x = 0;
      ++row;
    }
    if (wide <= width()) {
      all.pieces.push_back({&part, said, x, row, true});
      x += wide + px(kReadingGap);
      continue;
    }
    QString words;
    bool first = true;
    const auto fits = [&](const QString& each) { return swatch + metrics.horizontalAdvance(each) <= width(); };
    for (const auto& word : said.split(' ')) {
      const auto longer = words.isEmpty() ? word : words + ' ' + word;
      all.whole = all.whole && fits(word);
      if (!words.isEmpty() && !fits(longer)) {
        all.pieces.push_back({&part, words, 0, row++, std::exchange(first, false)});
        words = word;
      } else {
        words = longer;
      }
    }
    all.pieces.push_back({&part, words, 0, row, first});
    x = swatch + metrics.horizontalAdvance(words) + px(kReadingGap);
  }
  all.rows = row + 1;
  return all;
}

/// From the end parts are left out, and the first is cut.
ReadingLine::Placed ReadingLine::in_one_row() const {
  const auto metrics = fontMetrics();
  const int more = metrics.horizontalAdvance(" " + kMore);
  Placed all;
  all.whole = false;
  int x = 0;
  for (std::size_t i = 0; i < reading_.size(); ++i) {
    const auto& part = reading_[i];
    const auto said = said_at(most_brief(), part);
    const int room = width() - x - swatch_of(part) - (i + 1 < reading_.size() ? more : 0);
    const bool fits = metrics.horizontalAdvance(said) <= room;
    if (!fits && i > 0) {
      if (width() - x >= more) all.pieces.push_back({&part, kMore, x, 0, false});
      return all;
    }
    if (!fits && metrics.horizontalAdvance(said.left(kFewest)) + more > room) return all;  // cut, it would say nothing
    const auto words = fits ? said : metrics.elidedText(said, Qt::ElideRight, room);
    all.pieces.push_back({&part, words, x, 0, true});
    x += swatch_of(part) + metrics.horizontalAdvance(words) + px(kReadingGap);
  }
  return all;
}

ReadingLine::Placed ReadingLine::placed() const {
  if (whole_) return in_rows(0);
  for (int brevity = 0; brevity <= most_brief(); ++brevity)
    if (wide_at(brevity) <= width()) return in_rows(brevity);
  if (!wraps_) return in_one_row();
  for (int brevity = 0; brevity < most_brief(); ++brevity)
    if (auto all = in_rows(brevity); all.rows <= std::min(kUsualRows, most_rows_)) return all;
  auto all = in_rows(most_brief());
  cut_to_most_rows(all);
  return all;
}

/// Of what is left out a sign stands behind the last part that is there.
void ReadingLine::cut_to_most_rows(Placed& all) const {
  if (all.rows <= most_rows_) return;
  std::erase_if(all.pieces, [this](const Piece& piece) { return piece.row >= most_rows_; });
  all.rows = most_rows_;
  all.whole = false;
  Piece& last = all.pieces.back();
  const int x = last.x + (last.first ? swatch_of(*last.part) : 0);
  last.words = fontMetrics().elidedText(last.words + " " + kMore, Qt::ElideRight, width() - x);
}

void ReadingLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int high = px(20);
  for (const Piece& piece : placed().pieces) {
    const int y = piece.row * high, swatch = piece.words == kMore ? 0 : swatch_of(*piece.part);
    if (piece.first && piece.part->hue) {
      painter.setPen(swatch_pen(*piece.part));
      painter.drawLine(piece.x, y + high / 2, piece.x + px(kReadingSwatch), y + high / 2);
    }
    painter.setPen(colours().muted);
    painter.drawText(piece.x + swatch, y, width() - piece.x - swatch, high, Qt::AlignVCenter | Qt::AlignLeft,
                     piece.words);
  }
}

}  // namespace jitterscope
