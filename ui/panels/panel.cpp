#include "ui/panels/panel.h"

#include <algorithm>

#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QStackedLayout>
#include <QTextStream>
#include <QToolButton>

#include "ui/controls/segments.h"
#include "ui/panels/panel_export.h"

namespace jitterscope {
namespace {

QToolButton* quiet_button(const QString& sign, const QString& name) {
  auto* button = new QToolButton;
  button->setObjectName("quiet");
  button->setText(sign);
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setFixedWidth(26);
  return button;
}

}  // namespace

Panel::Panel(ViewState& view, const QString& title, const QString& definition, QWidget* parent)
    : QFrame(parent), view_(view), title_(title), definition_(definition) {
  setObjectName("panel");
  setAccessibleName(title);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 4, 4);
  column->setSpacing(2);
  column->addLayout(header_ = new QHBoxLayout);
  header_->setSpacing(2);
  header_->addWidget(name_ = new QLabel(title));
  name_->setFont(title_font());
  name_->setContentsMargins(0, 0, 8, 0);  // goes where the name does
  header_->addWidget(reading_ = new ReadingLine, 1);
  auto* info = quiet_button("ⓘ", "What “" + title + "” shows and where it is defined");
  auto* save = quiet_button("⤓", "Save “" + title + "” as a picture or as numbers");
  connect(info, &QToolButton::clicked, this, &Panel::show_definition);
  connect(save, &QToolButton::clicked, this, &Panel::export_visible);
  header_->addWidget(other_ = quiet_button({}, {}));
  other_->setMaximumWidth(QWIDGETSIZE_MAX);
  other_->setMinimumWidth(0);
  other_->setFont(small_font());
  other_->hide();
  connect(other_, &QToolButton::clicked, this, &Panel::other_wanted);
  header_->addWidget(info);
  header_->addWidget(save);

  column->addLayout(stack_ = new QStackedLayout, 1);
  stack_->addWidget(empty_ = new QLabel);
  stack_->addWidget(body_ = new QWidget);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setContentsMargins(24, 8, 24, 8);
  empty_->setProperty("muted", true);
}

void Panel::add_to_header(QWidget* widget) {
  header_->insertWidget(header_->count() - 3, widget);
}

void Panel::add_beside_title(QWidget* widget) {
  header_->insertWidget(1, widget);
  header_->insertSpacing(2, 8);
}

Segments* Panel::add_side_switch() {
  auto* side = new Segments({"here", "there"}, "Received");
  for (auto* button : side->findChildren<QWidget*>()) button->setFont(small_font());
  side->set_current(static_cast<int>(view_.side()));
  side->set_tip(0, "Received here: the far end’s streams as this end receives them");
  side->set_tip(1, "Received there: your streams as the far end receives them, from its summaries (four a second; fewer while the rate is controlled)");
  connect(side, &Segments::chosen, this, [this](int index) { view_.set_side(static_cast<Side>(index)); });
  connect(&view_, &ViewState::changed, side, [this, side] { side->set_current(static_cast<int>(view_.side())); });
  add_to_header(side);
  return side;
}

void Panel::hide_title() {
  name_->hide();
}

QString Panel::empty_sentence() const {
  return stack_->currentWidget() == empty_ ? empty_->text() : QString();
}

void Panel::show_empty(const QString& sentence) {
  empty_->setText(sentence);
  set_reading({});
  stack_->setCurrentWidget(empty_);
}

void Panel::show_body() {
  stack_->setCurrentWidget(body_);
}

void Panel::show_definition() {
  auto* popover = new QFrame(this, Qt::Popup);
  popover->setAttribute(Qt::WA_DeleteOnClose);
  popover->setObjectName("panel");
  auto* words = new QLabel(definition_);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextBrowserInteraction);
  words->setFixedWidth(words->heightForWidth(360) <= 400 ? 360 : 560);  // a long text in longer lines
  auto* column = new QVBoxLayout(popover);
  column->setContentsMargins(12, 8, 12, 8);
  column->addWidget(words);
  popover->adjustSize();
  const QRect room = screen()->availableGeometry();
  const QPoint corner = mapToGlobal(QPoint(width() - popover->width() - 8, 32));
  popover->move(std::max(corner.x(), room.left()),
                std::max(std::min(corner.y(), room.bottom() - popover->height()), room.top()));
  popover->show();
  words->setFocus();
}

void Panel::export_visible() {
  auto* dialog = new QFileDialog(this, "Save what is visible in “" + title_ + "”");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({"Picture (*.png)", "Drawing (*.svg)", "Page (*.pdf)", "Numbers (*.csv)"});
  dialog->setDefaultSuffix("png");
  connect(dialog, &QFileDialog::filterSelected, dialog,
          [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.section("*.", 1, 1).chopped(1)); });
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { export_to(path); });
  dialog->open();
}

bool Panel::export_to(const QString& path) {
  bool written = false;
  if (path.endsWith(".csv", Qt::CaseInsensitive)) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | QIODevice::Text)) {
      QTextStream out(&file);
      write_csv(out);
      out.flush();
      written = out.status() == QTextStream::Ok;
    }
  } else {
    written = write_picture(*this, path);
  }
  emit said(written ? "Saved as " + path : "Could not write " + path + ": choose another folder", written);
  return written;
}

void Panel::show_other(const QString& title) {
  other_->setVisible(!title.isEmpty());
  other_->setText(title + " ▸");
  other_->setToolTip("Show “" + title + "” here; a wider window has room for both");
  other_->setAccessibleName("Show " + title);
}

}  // namespace jitterscope
