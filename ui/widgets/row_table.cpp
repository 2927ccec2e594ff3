#include "ui/widgets/row_table.h"

#include <algorithm>
#include <numeric>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTextStream>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/copy_menu.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr int kRowHeight = 18, kWidestCell = 320, kRoom = 10, kBesideHeading = 6;  // px
constexpr int kMeasuredRows = 200;
constexpr int kMostCopied = 20'000;  // rows: as many are there in an instant

/// A dash is nothing.
QString plain_words(const QString& words) {
  return words == kDash ? QString() : copied_text(words);
}

QString one_line(QString heading) {
  return heading.replace('\n', ' ');
}

/// Marks words from outside as words where a spreadsheet would compute them.
QString no_formula(const QString& words) {
  static const QRegularExpression kFormula("^[=+@\t-]");
  return words.contains(kFormula) ? "'" + words : words;
}

/// As a cell of CSV (RFC 4180).
QString quoted(QString text) {
  static const QRegularExpression kSpecial("[,\"\r\n]");
  return text.contains(kSpecial) ? '"' + text.replace('"', "\"\"") + '"' : text;
}

}  // namespace

RowModel::RowModel(std::vector<RowColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void RowModel::set_rows(std::size_t count, std::function<bool(std::size_t)> filter) {
  beginResetModel();
  count_ = count;
  filter_ = std::move(filter);
  order_rows();
  endResetModel();
}

void RowModel::update_rows() {
  rearrange([this] { order_rows(); });
}

void RowModel::order_as(const RowModel& other) {
  sorted_by_ = other.sorted_by_;
  direction_ = other.direction_;
  rearrange([&] { other.count_ == count_ ? void(order_ = other.order_) : order_rows(); });
}

/// Whatever is chosen stays chosen, wherever it stands in the order that `order` makes.
void RowModel::rearrange(const std::function<void()>& order) {
  emit layoutAboutToBeChanged();
  const auto before = persistentIndexList();
  std::vector<std::uint32_t> rows;
  for (const auto& index : before) rows.push_back(order_[static_cast<std::size_t>(index.row())]);
  order();
  constexpr int kNowhere = -1;
  std::vector<int> places(before.empty() ? 0 : count_, kNowhere);  // there may be one for each cell of many rows
  if (!places.empty())
    for (std::size_t place = 0; place < order_.size(); ++place) places[order_[place]] = static_cast<int>(place);
  for (qsizetype i = 0; i < before.size(); ++i) {
    const int place = places[rows[static_cast<std::size_t>(i)]];
    changePersistentIndex(before[i], place == kNowhere ? QModelIndex() : index(place, before[i].column()));
  }
  emit layoutChanged();
}

void RowModel::order_rows() {
  order_.resize(count_);
  std::iota(order_.begin(), order_.end(), 0U);
  if (filter_) std::erase_if(order_, [this](std::uint32_t row) { return !filter_(row); });
  if (sorted_by_ < 0) return;
  const RowColumn& by = columns_[static_cast<std::size_t>(sorted_by_)];
  const bool up = direction_ == Qt::AscendingOrder;
  if (by.value) {
    struct Key {
      std::optional<double> value;
      std::uint32_t row;
    };
    std::vector<Key> keys;
    keys.reserve(order_.size());
    for (const auto row : order_) keys.push_back({by.value(row), row});
    std::ranges::stable_sort(keys, [up](const Key& a, const Key& b) {
      if (!a.value || !b.value) return a.value.has_value() && !b.value;
      return up ? *a.value < *b.value : *b.value < *a.value;
    });
    std::ranges::transform(keys, order_.begin(), &Key::row);
    return;
  }
  std::vector<std::pair<QString, std::uint32_t>> keys;
  for (const auto row : order_) keys.emplace_back(by.text(row), row);
  std::ranges::stable_sort(keys, [up](const auto& a, const auto& b) {
    const int order = QString::compare(a.first, b.first, Qt::CaseInsensitive);
    return up ? order < 0 : order > 0;
  });
  std::ranges::transform(keys, order_.begin(), [](const auto& key) { return key.second; });
}

void RowModel::sort(int column, Qt::SortOrder order) {
  sorted_by_ = column < columnCount() ? column : -1;
  direction_ = order;
  update_rows();
}

std::optional<int> RowModel::place_of(std::size_t row) const {
  const auto found = std::ranges::find(order_, row);
  return found == order_.end() ? std::nullopt : std::optional(static_cast<int>(found - order_.begin()));
}

int RowModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int RowModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant RowModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const RowColumn& column = columns_[static_cast<std::size_t>(index.column())];
  const std::size_t row = row_at(index.row());
  switch (role) {
    case Qt::DisplayRole: return column.text(row);
    case Qt::TextAlignmentRole:
      return static_cast<int>((column.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
      const auto text = column.text(row);
      return column.why ? tip_of(text, column.tip, column.why(row)) : column.words ? text : column.tip;
    }
    case Qt::ForegroundRole:
      if (const QColor colour = colour_ ? colour_(row) : QColor(); colour.isValid()) return colour;
      return {};
    case Qt::BackgroundRole:
      if (const QColor colour = background_ ? background_(row) : QColor(); colour.isValid()) return colour;
      return {};
    case Qt::FontRole:
      if (!bold_ || !bold_(row)) return {};
      {
        QFont font = small_font();
        font.setBold(true);
        return font;
      }
    default: return {};
  }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const RowColumn& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::ToolTipRole) return column.tip;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((column.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

RowTable::RowTable(std::vector<RowColumn> columns, const QString& accessible_name, QWidget* parent)
    : QTableView(parent), model_(new RowModel(std::move(columns), this)) {
  setModel(model_);
  setAccessibleName(accessible_name);
  setSelectionBehavior(SelectRows);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setWordWrap(false);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setMinimumSectionSize(px(1));
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  horizontalHeader()->setSortIndicatorClearable(true);  // the third click: as the data are
  setSortingEnabled(true);
  use_small_font(this);
  use_small_font(horizontalHeader());
  when_sized(this, [this] {
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(px(kRowHeight));
    verticalHeader()->setDefaultSectionSize(px(kRowHeight));
  });
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (now.isValid() && !choosing_) emit row_chosen(model_->row_at(now.row()));
  });
  connect(this, &QAbstractItemView::doubleClicked, this,
          [this](const QModelIndex& index) { emit row_opened(model_->row_at(index.row())); });
}

void RowTable::fit_columns() {
  QFont bold = font();
  bold.setBold(true);  // some rows are
  const QFontMetrics of_cells(bold), of_heading(font());
  for (int column = 0; column < model_->columnCount(); ++column) {
    int widest = 0;
    for (const auto& line : model_->columns()[static_cast<std::size_t>(column)].title.split('\n'))
      widest = std::max(widest, of_heading.horizontalAdvance(line) + px(kBesideHeading));
    const int rows = model_->rowCount();  // the first and the last
    for (int row = 0; row < rows; row = row == kMeasuredRows ? std::max(row + 1, rows - kMeasuredRows) : row + 1)
      widest = std::max(widest, of_cells.horizontalAdvance(model_->index(row, column).data().toString()));
    horizontalHeader()->resizeSection(column, std::min(widest + px(kRoom), px(kWidestCell)));
  }
}

void RowTable::choose(std::size_t row) {
  const auto place = model_->place_of(row);
  if (!place) return;
  const QScopedValueRollback choosing(choosing_, true);
  selectRow(*place);
  scrollTo(model_->index(*place, 0), QAbstractItemView::EnsureVisible);
}

std::optional<std::size_t> RowTable::chosen() const {
  const auto now = selectionModel()->currentIndex();
  return now.isValid() ? std::optional(model_->row_at(now.row())) : std::nullopt;
}

void RowTable::show_as(const RowTable& other) {
  const auto& from = *other.horizontalHeader();
  {
    const QSignalBlocker no_sorting(horizontalHeader());
    horizontalHeader()->setSortIndicator(from.sortIndicatorSection(), from.sortIndicatorOrder());
  }
  model_->order_as(*other.model_);
}

void RowTable::write_csv(QTextStream& out) const {
  write_csv_headings(out);
  write_csv_rows(out, 0, model_->rowCount());
}

void RowTable::write_csv_headings(QTextStream& out) const {
  QStringList cells;
  for (const auto& column : model_->columns()) cells << quoted(one_line(column.title));
  out << cells.join(',') << '\n';
}

void RowTable::write_csv_rows(QTextStream& out, int from, int to) const {
  QStringList cells;
  for (int shown = from; shown < to; ++shown) {
    cells.clear();
    for (const auto& column : model_->columns()) {
      const std::size_t row = model_->row_at(shown);
      const auto value = column.value ? column.value(row) : std::nullopt;
      cells << (column.value && !column.words ? (value ? QString::number(*value, 'g', 12) : QString())
                                              : quoted(no_formula(plain_words(column.text(row)))));
    }
    out << cells.join(',') << '\n';
  }
}

/// Places of the chosen rows from top to bottom, from one to before another; of all where none is chosen.
std::vector<std::pair<int, int>> RowTable::chosen_ranges() const {
  std::vector<std::pair<int, int>> ranges;
  for (const auto& range : selectionModel()->selection()) ranges.emplace_back(range.top(), range.bottom() + 1);
  std::ranges::sort(ranges);
  if (ranges.empty()) ranges.emplace_back(0, model_->rowCount());
  return ranges;
}

void RowTable::copy(bool chosen_only) {
  const auto ranges = chosen_only ? chosen_ranges() : std::vector{std::pair(0, model_->rowCount())};
  int rows = 0;
  for (const auto& [from, to] : ranges) rows += to - from;
  if (rows > kMostCopied)
    return emit refused(Tr::tr("%1 rows are too many to copy, %2 are the most: choose fewer, or save them all as CSV.")
                            .arg(count_text(rows), count_text(kMostCopied)));
  QStringList lines, cells;
  for (const auto& column : model_->columns()) cells << one_line(column.title);
  lines << cells.join('\t');
  for (const auto& [from, to] : ranges)
    for (int row = from; row < to; ++row) {
      cells.clear();
      for (const auto& column : model_->columns()) {
        const auto words = plain_words(column.text(model_->row_at(row)));
        cells << (column.words ? no_formula(words) : words);
      }
      lines << cells.join('\t');
    }
  QApplication::clipboard()->setText(lines.join('\n') + '\n');
}

void RowTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy(true);
  if (const auto row = chosen(); row && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
    return emit row_opened(*row);
  QTableView::keyPressEvent(event);
}

/// Qt makes the first row the current one, which is no choice of the user.
void RowTable::focusInEvent(QFocusEvent* event) {
  const QScopedValueRollback choosing(choosing_, true);
  QTableView::focusInEvent(event);
}

void RowTable::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = make_copy_menu(*this, [this](bool chosen_only) { copy(chosen_only); });
  for (auto* action : actions()) menu->addAction(action);
  menu->popup(event->globalPos());
}

}  // namespace jitterscope
