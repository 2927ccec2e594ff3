#include "ui/widgets/figure_table.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/copy_menu.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {
constexpr int kWidestColumn = 360;  // px: words of the user are cut
constexpr int kBesideLast = 6;      // px: words of a head stand further right than those of its cells

int row_height() {
  return px(18);
}

/// A line of text. The style's own way shapes it four times: for its size, its place, what is left out, and to draw.
class CellDelegate : public QStyledItemDelegate {
 public:
  CellDelegate(int reference_from, QObject* parent) : QStyledItemDelegate(parent), reference_from_(reference_from) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool chosen = option.state & QStyle::State_Selected;
    if (chosen) painter->fillRect(option.rect, option.palette.highlight());
    const auto margin =
        option.widget->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + px(1);
    const QRect room = option.rect.adjusted(margin, 0, -margin, 0);
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    const auto font = index.data(Qt::FontRole);
    const bool own_font = font.isValid();
    painter->setFont(own_font ? font.value<QFont>().resolve(option.font) : option.font);
    const auto brush = index.data(Qt::ForegroundRole);
    painter->setPen(index.column() >= reference_from_ ? colours().muted
                    : chosen                          ? option.palette.color(QPalette::HighlightedText)
                    : brush.isValid()                 ? brush.value<QBrush>().color()
                                                      : option.palette.color(QPalette::Text));
    QString text = index.data().toString();
    if (text.size() * option.fontMetrics.averageCharWidth() * 2 > room.width())
      text = painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width());
    painter->drawText(room, static_cast<int>(alignment) | Qt::TextSingleLine, text);
  }

 private:
  const int reference_from_;
};

constexpr auto kNumber = "([-+−]?[\\d\\x{202F}]+(?:\\.\\d+)?)", kUnit = "(?:\\x{A0}(\\S+))?";

/// `form`: N stands for a number, U for the unit behind it.
QRegularExpression cells(QString form) {
  return QRegularExpression("^" + form.replace("N", kNumber).replace("U", kUnit) + "$");
}

QString plain_number(QString words) {
  words.remove(QChar(0x202F)).remove('+');
  return words.replace(QChar(0x2212), '-');
}

/// What a cell of a table says, for programs that read it.
struct PlainFigure {
  QString value, unit;  // a value that is no figure is the words of the cell
  QString from, to;     // of its 95 % interval, where the cell has one
};
/// "−1 234.5 ms" → "-1234.5" and "ms"; "7.11 % (5.83–8.39 %)" and "0 % (at most 0.30 %)" with the ends in the unit of
/// the value; "−1.2 ms … +3.0 ms" → the ends alone; "–" → nothing; other words as they are, without a unit.
PlainFigure plain_figure(const QString& cell) {
  static const auto kFigure = cells("NU"), kWithInterval = cells("NU \\(N–NU\\)"), kNone = cells("NU \\(at most NU\\)"),
                    kInterval = cells("NU … NU");
  if (cell == kDash) return {};
  if (const auto is = kFigure.match(cell); is.hasMatch()) return {plain_number(is.captured(1)), is.captured(2), {}, {}};
  if (const auto is = kWithInterval.match(cell); is.hasMatch() && is.captured(2) == is.captured(5))
    return {plain_number(is.captured(1)), is.captured(2), plain_number(is.captured(3)), plain_number(is.captured(4))};
  if (const auto is = kNone.match(cell); is.hasMatch() && is.captured(2) == is.captured(4))
    return {plain_number(is.captured(1)), is.captured(2), "0", plain_number(is.captured(3))};
  if (const auto is = kInterval.match(cell); is.hasMatch() && is.captured(2) == is.captured(4))
    return {{}, is.captured(2), plain_number(is.captured(1)), plain_number(is.captured(3))};
  return {cell, {}, {}, {}};
}

}  // namespace

FigureTable::FigureTable(const QStringList& columns, const QString& accessible_name, QWidget* parent)
    : QTableWidget(0, static_cast<int>(columns.size()), parent) {
  setHorizontalHeaderLabels(columns);
  setAccessibleName(accessible_name);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setWordWrap(false);
  verticalHeader()->hide();
  when_sized(this, [this] {
    verticalHeader()->setMinimumSectionSize(row_height());
    verticalHeader()->setDefaultSectionSize(row_height());
  });
  auto* header = horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Fixed);
  header->setMinimumSectionSize(px(1));
  setHorizontalScrollMode(ScrollPerPixel);
  header->setHighlightSections(false);
  for (int column = 0; column < columnCount(); ++column)
    horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  set_reference_from(columnCount());
  use_small_font(this);
  use_small_font(header);
  measure_anew();
}

void FigureTable::updateGeometries() {
  if (in_geometries_) return;  // new margins resize the viewport, which calls this again
  in_geometries_ = true;
  QTableWidget::updateGeometries();
  auto margins = viewportMargins();
  margins.setBottom(margins.bottom() + viewport()->height() % row_height());
  setViewportMargins(margins);
  in_geometries_ = false;
}

int FigureTable::whole_rows_shown() const {
  return std::min(rowCount(), viewport()->height() / row_height());
}

void FigureTable::set_rows(int count) {
  if (count != rowCount()) setRowCount(count);
}

void FigureTable::set_cell(int row, int column, const QString& text, const QString& tip, const QString& why) {
  auto* entry = item(row, column);
  if (!entry) {
    setItem(row, column, entry = new QTableWidgetItem);
    entry->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (entry->text() != text) {
    entry->setText(text);
    if (make_room(column, text, entry->font())) share_width();
  }
  const auto whole = why.isEmpty() ? tip : tip_of(text, tip, why);
  if (entry->toolTip() != whole) entry->setToolTip(whole);
}

void FigureTable::show_column(int column, bool shown) {
  if (isColumnHidden(column) != shown) return;
  setColumnHidden(column, !shown);
  share_width();
}

void FigureTable::fit_column(int column) {
  fitted_.insert(column);
  share_width();
}

/// Qt's own way asks every cell anew whenever one changes.
bool FigureTable::make_room(int column, const QString& text, const QFont& own) {
  const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + px(1);
  const QFontMetrics metrics(own.resolve(font()));
  const int words = metrics.horizontalAdvance(text) + 2 * margin + style()->pixelMetric(QStyle::PM_HeaderMargin);
  int& needed = needed_[static_cast<std::size_t>(column)];
  const int before = needed;
  needed = std::max(needed, std::min(words, px(kWidestColumn)));
  return needed != before;
}

void FigureTable::measure_anew() {
  needed_.assign(static_cast<std::size_t>(columnCount()), 0);
  for (int column = 0; column < columnCount(); ++column) {
    for (const auto& line : horizontalHeaderItem(column)->text().split('\n')) make_room(column, line, {});
    for (int row = 0; row < rowCount(); ++row)
      if (const auto* entry = item(row, column)) make_room(column, entry->text(), entry->font());
  }
  share_width();
}

/// A column that needs more than its share has what it needs, and the others share what is left then.
void FigureTable::share_width() {
  std::vector<int> sharing;
  int room = viewport()->width() - px(kBesideLast);
  for (int column = 0; column < columnCount(); ++column) {
    if (isColumnHidden(column)) continue;
    if (fitted_.contains(column))
      room -= needed_[static_cast<std::size_t>(column)];
    else
      sharing.push_back(column);
  }
  std::ranges::sort(sharing, std::greater(), [this](int column) { return needed_[static_cast<std::size_t>(column)]; });
  auto widths = needed_;
  auto left = static_cast<int>(sharing.size());
  for (const int column : sharing) {
    int& width = widths[static_cast<std::size_t>(column)];
    width = std::max(width, room / left--);
    room -= width;
  }
  for (int column = 0; column < columnCount(); ++column)
    horizontalHeader()->resizeSection(column, widths[static_cast<std::size_t>(column)]);
}

void FigureTable::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  share_width();
}

void FigureTable::set_bold(int row, bool bold) {
  bool wider = false;
  for (int column = 0; column < columnCount(); ++column) {
    auto* entry = item(row, column);
    if (!entry || entry->font().bold() == bold) continue;
    auto font = entry->font();
    font.setBold(bold);
    entry->setFont(font);
    wider |= make_room(column, entry->text(), font);
  }
  if (wider) share_width();
}

QString FigureTable::cell(int row, int column) const {
  const auto* entry = item(row, column);
  return entry ? entry->text() : QString();
}

CsvTable FigureTable::table() const {
  const auto heading = [this](int column) {
    const auto* head = horizontalHeaderItem(column);
    const auto name = head->data(Qt::AccessibleTextRole).toString(), words = head->text().replace('\n', ' ').trimmed();
    return !name.isEmpty() ? name : words.isEmpty() ? Tr::tr("Figure") : words;
  };
  CsvTable table{accessibleName(), {heading(0)}};
  std::vector<int> shown;
  for (int row = 0; row < rowCount(); ++row)
    if (!isRowHidden(row)) shown.push_back(row);
  for (const int row : shown) table.rows.push_back({cell(row, 0).trimmed()});
  for (int column = 1; column < columnCount(); ++column) {
    std::vector<PlainFigure> figures;
    for (const int row : shown) figures.push_back(plain_figure(cell(row, column)));
    const auto add = [&](const QString& of_part, const QString PlainFigure::*part) {
      table.columns << heading(column) + of_part;
      for (std::size_t i = 0; i < figures.size(); ++i) table.rows[i] << figures[i].*part;
    };
    const auto some = [&](const QString PlainFigure::*part) {
      return std::ranges::any_of(figures, [part](const auto& figure) { return !(figure.*part).isEmpty(); });
    };
    const bool intervals = some(&PlainFigure::to);
    if (!intervals || some(&PlainFigure::value)) add("", &PlainFigure::value);
    if (some(&PlainFigure::unit)) add(Tr::tr(", unit"), &PlainFigure::unit);
    if (!intervals) continue;
    const QString interval = Tr::tr("95 % interval"),
                  of_interval = heading(column).contains(interval) ? "" : ", " + interval;
    add(of_interval + Tr::tr(", from"), &PlainFigure::from);
    add(of_interval + Tr::tr(", to"), &PlainFigure::to);
  }
  return table;
}

void FigureTable::write_csv(QTextStream& out) const {
  write_tables(out, {table()});
}

QString FigureTable::tab_separated(bool chosen_only) const {
  const bool some = chosen_only && selectionModel()->hasSelection();
  QStringList lines;
  for (int row = -1; row < rowCount(); ++row) {
    if (row >= 0 && isRowHidden(row)) continue;
    if (row >= 0 && some && !selectionModel()->isRowSelected(row)) continue;
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column)
      cells << (row < 0 ? horizontalHeaderItem(column)->text() : cell(row, column)).replace('\n', ' ');
    lines << cells.join('\t');
  }
  return lines.join('\n') + '\n';
}

void FigureTable::copy(bool chosen_only) const {
  const auto command = command_ ? command_() : QString();
  QApplication::clipboard()->setText(copied_text(tab_separated(chosen_only)) +
                                     (command.isEmpty() ? command : "\n" + command + "\n"));
}

void FigureTable::set_reference_from(int first) {
  setItemDelegate(new CellDelegate(first, this));
}

void FigureTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy(true);
  QTableWidget::keyPressEvent(event);
}

void FigureTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if ((event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) && !needed_.empty()) measure_anew();
}

void FigureTable::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = make_copy_menu(*this, [this](bool chosen_only) { copy(chosen_only); });
  menu->popup(event->globalPos());
}

}  // namespace jitterscope
