#include "ui/controls/reference_window.h"

#include <algorithm>

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kListWidth = 220;

constexpr int kPageMargin = 12, kCellPadding = 3;

/// As markdown comes its tables have two lines around each cell.
void dress(QTextDocument& page, const QBrush& lines) {
  page.setDocumentMargin(px(kPageMargin));
  for (QTextFrame* frame : page.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setBorderCollapse(true);
    format.setCellPadding(px(kCellPadding));
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorder(hairline());
    format.setBorderBrush(lines);
    table->setFormat(format);
  }
}

QUrl address_of(const QString& name) {
  return QUrl("qrc:/reference/" + name);
}

}  // namespace

ReferenceWindow::ReferenceWindow(QWidget* parent)
    : QDialog(parent), wanted_(new QLineEdit), list_(new QListWidget), text_(new QTextBrowser) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(Tr::tr("Reference"));
  for (const QString& name : QDir(":/reference").entryList({"*.md"})) {
    QFile file(":/reference/" + name);
    if (!file.open(QIODevice::ReadOnly)) continue;
    QTextDocument page;
    page.setMarkdown(QString::fromUtf8(file.readAll()));
    pages_.append({name, page.firstBlock().text(), page.toPlainText()});
  }
  std::ranges::sort(pages_, {}, &Page::title);
  wanted_->setPlaceholderText(Tr::tr("Search all pages; Return finds the next place"));
  wanted_->setAccessibleName(Tr::tr("Search the reference"));
  wanted_->setClearButtonEnabled(true);
  list_->setAccessibleName(Tr::tr("Pages"));
  set_width(list_, kListWidth);
  list_->setWordWrap(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  text_->setAccessibleName(Tr::tr("Page"));
  text_->setOpenExternalLinks(false);
  connect(wanted_, &QLineEdit::textChanged, this, &ReferenceWindow::search);
  connect(wanted_, &QLineEdit::returnPressed, this, &ReferenceWindow::find_next);
  connect(list_, &QListWidget::currentRowChanged, this, &ReferenceWindow::open);
  connect(text_, &QTextBrowser::sourceChanged, this, &ReferenceWindow::mark);  // by a link
  auto* halves = new QHBoxLayout;
  halves->addWidget(list_);
  halves->addWidget(text_);
  auto* column = new QVBoxLayout(this);
  column->addWidget(wanted_);
  column->addLayout(halves);
  search({});
  resize(px({1000, 640}));
}

QStringList ReferenceWindow::titles() const {
  QStringList titles;
  for (int row = 0; row < list_->count(); ++row) titles << list_->item(row)->text();
  return titles;
}

void ReferenceWindow::search(const QString& text) {
  const auto* shown = list_->currentItem();
  const auto before = shown ? shown->data(Qt::UserRole).toString() : QString();
  const QSignalBlocker silent(list_);
  list_->clear();
  for (const Page& page : pages_) {
    if (!page.text.contains(text, Qt::CaseInsensitive)) continue;
    auto* entry = new QListWidgetItem(page.title, list_);
    entry->setData(Qt::UserRole, page.name);
    if (page.name == before) list_->setCurrentItem(entry);
  }
  if (!list_->currentItem()) list_->setCurrentRow(0);
  open(list_->currentRow());
}

void ReferenceWindow::mark(const QUrl& source) {
  dress(*text_->document(), palette().mid());
  shown_ = source;
  const QSignalBlocker silent(list_);
  list_->setCurrentRow(-1);
  for (int row = 0; row < list_->count(); ++row)
    if (address_of(list_->item(row)->data(Qt::UserRole).toString()) == source) list_->setCurrentRow(row);
}

/// The colours of a page are those at which it was read.
void ReferenceWindow::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || shown_.isEmpty()) return;
  const int at = text_->verticalScrollBar()->value();
  text_->reload();
  dress(*text_->document(), palette().mid());
  text_->verticalScrollBar()->setValue(at);
}

void ReferenceWindow::open(int row) {
  const QUrl page = row < 0 ? QUrl() : address_of(list_->item(row)->data(Qt::UserRole).toString());
  if (page != shown_) text_->setSource(page, QTextDocument::MarkdownResource);  // a long one takes its time
  shown_ = page;
  if (row < 0) return text_->setPlainText(Tr::tr("No page holds “%1”.").arg(wanted_->text()));
  text_->moveCursor(QTextCursor::Start);
  if (!wanted_->text().isEmpty()) text_->find(wanted_->text());
}

void ReferenceWindow::find_next() {
  if (wanted_->text().isEmpty() || list_->count() == 0 || text_->find(wanted_->text())) return;
  if (list_->count() == 1) return open(0);
  list_->setCurrentRow((list_->currentRow() + 1) % list_->count());
}

}  // namespace jitterscope
