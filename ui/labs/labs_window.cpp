#include "ui/labs/labs_window.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/labs/lab_gallery.h"
#include "ui/labs/lab_view.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/scrolled_content.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kRenewed_ms = 250;

}  // namespace

LabsWindow::LabsWindow(LabsPort& port, QWidget* parent) : QDialog(parent), port_(port), pages_(new QStackedWidget) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowFlag(Qt::WindowMinMaxButtonsHint);
  setWindowTitle(Tr::tr("Labs"));
  auto* gallery = new LabGallery(port);
  connect(gallery, &LabGallery::chosen, this, [this](const LabDefinition* lab) { open_lab(*lab); });
  auto* first = new QWidget;
  auto* first_column = make_column(0, first);
  first_column->addWidget(new ScrolledContent(gallery), 1);
  auto* foot = make_row(8);
  set_margins(foot, {16, 8, 16, 8});
  auto* open = new QPushButton(Tr::tr("Open saved parameters …"));
  connect(open, &QPushButton::clicked, this, &LabsWindow::open_file);
  foot->addWidget(open);
  foot->addStretch(1);
  first_column->addLayout(foot);
  pages_->addWidget(first);
  auto* column = new QVBoxLayout(this);
  set_margins(column, {0, 0, 0, 0});
  column->addWidget(pages_);
  connect(&renewal_, &QTimer::timeout, this, [this, gallery] { lab_ ? lab_->renew() : gallery->renew(); });
  renewal_.start(kRenewed_ms);
  resize(px({1200, 740}));
  const LabRunState state = port.state();  // one that runs is what its user comes back for
  if (state.phase != LabPhase::kRunning && state.phase != LabPhase::kPaused) return;
  for (const LabDefinition& lab : port.labs())
    if (state.lab == lab.name) open_lab(lab);
}

void LabsWindow::open_lab(const LabDefinition& lab) {
  if (lab_) lab_->deleteLater();
  lab_ = new LabView(port_, lab);
  connect(lab_, &LabView::back_wanted, this, &LabsWindow::open_gallery);
  connect(lab_, &LabView::trace_wanted, this, &LabsWindow::trace_wanted);
  pages_->addWidget(lab_);
  pages_->setCurrentWidget(lab_);
}

void LabsWindow::open_gallery() {
  pages_->setCurrentIndex(0);
  if (lab_) lab_->deleteLater();
  lab_ = nullptr;
}

void LabsWindow::open_file() {
  auto* dialog = make_file_dialog(this, Tr::tr("Open saved parameters"));
  dialog->setNameFilter(Tr::tr("Lab (*.json)"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    std::string error;
    const auto loaded = port_.load_run(path.toStdString(), error);
    if (loaded) {
      open_lab(*loaded->first);
      return lab_->set_run(loaded->second);
    }
    auto* box = new QMessageBox(QMessageBox::Warning, Tr::tr("Labs"), {}, QMessageBox::Ok, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(text_of(error));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
  });
  dialog->open();
}

}  // namespace jitterscope
