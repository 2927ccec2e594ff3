#include "ui/labs/lab_view.h"

#include <algorithm>

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/labs/lab_form.h"
#include "ui/labs/lab_tables.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/scrolled_content.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kAboutWidth = 330, kResultsWidth = 900, kPlotHeight = 280, kFindingsHeight = 200;
constexpr std::size_t kMostEarlier = 12;

WrappedLabel* paragraph(const QString& words) {
  auto* label = new WrappedLabel;
  label->setTextFormat(Qt::PlainText);
  label->setText(words);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

void add_part(QVBoxLayout& column, const QString& title, const std::string& words) {
  if (words.empty()) return;
  column.addWidget(muted_label(title));
  column.addWidget(paragraph(text_of(words)));
}

/// ", with repetitions 3, seconds 8": what has not its default.
QString differences(const LabResult& result) {
  QStringList usual, words;
  for (const auto& [name, value] : result.parameters)
    if (name == "defaults") usual = text_of(field_text(value)).split(", ");
  for (const auto& [name, value] : result.parameters)
    if (name != "defaults" && !usual.contains(text_of(name))) words << text_of(name) + " " + text_of(field_text(value));
  return words.isEmpty() ? QString() : Tr::tr(", with %1").arg(words.join(", "));
}

bool has_points(const LabPlot& plot) {
  return std::ranges::any_of(plot.layers, [](const PlotLayer& layer) {
    return !layer.printed && (!layer.points.empty() || !layer.boxes.empty());
  });
}

bool goes_on(LabPhase phase) {
  return phase == LabPhase::kRunning || phase == LabPhase::kPaused;
}

}  // namespace

LabView::LabView(LabsPort& port, const LabDefinition& lab, QWidget* parent)
    : QWidget(parent), port_(port), lab_(lab), form_(new LabForm(port, lab)) {
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {8, 8, 8, 8}, 8);
  column->addWidget(build_head());
  auto* halves = new QSplitter(Qt::Horizontal);
  halves->addWidget(build_about());
  halves->addWidget(build_results());
  halves->setStretchFactor(1, 1);
  halves->setSizes({px(kAboutWidth), px(kResultsWidth)});
  column->addWidget(halves, 1);
  connect(form_, &LabForm::changed, this, [this] { renew(); });
  const auto state = port_.state();
  if (state.lab != lab.name)
    if (auto example = port_.example(lab))
      show_result(example, Tr::tr("An example that comes with the program%1. ").arg(differences(*example)));
  renew();
}

QWidget* LabView::build_head() {
  auto* head = new QWidget;
  auto* row = make_row(8, head);
  auto* back = new QPushButton(Tr::tr("← All labs"));
  connect(back, &QPushButton::clicked, this, &LabView::back_wanted);
  row->addWidget(back);
  auto* title = new QLabel(text_of(lab_.title));
  use_title_font(title);
  title->setToolTip(text_of(lab_.paper));
  row->addWidget(title);
  row->addStretch(1);
  row->addWidget(state_ = new QLabel);
  row->addWidget(progress_ = new QProgressBar);
  progress_->setAccessibleName(Tr::tr("Cells that are done"));
  progress_->setTextVisible(false);
  set_width(progress_, 160);
  row->addWidget(run_ = new QPushButton(Tr::tr("Run")));
  row->addWidget(pause_ = new QPushButton(Tr::tr("Pause")));
  row->addWidget(cancel_ = new QPushButton(Tr::tr("Cancel")));
  pause_->setToolTip(Tr::tr("What is done stays; Go on does the rest"));
  cancel_->setToolTip(Tr::tr("Ends the run; the result of what is done stays"));
  row->addWidget(more_ = new QToolButton);
  more_->setText(Tr::tr("Result"));
  more_->setToolTip(Tr::tr("Report, figures, traces, earlier results"));
  more_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(more_);
  more_->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &LabView::fill_menu);
  connect(run_, &QPushButton::clicked, this, &LabView::run_or_go_on);
  connect(pause_, &QPushButton::clicked, this, [this] { port_.pause(), renew(); });
  connect(cancel_, &QPushButton::clicked, this, [this] { port_.cancel(), renew(); });
  return head;
}

QWidget* LabView::build_about() {
  auto* about = new QWidget;
  auto* column = new QVBoxLayout(about);
  set_spaces(column, {8, 8, 8, 8}, 6);
  add_part(*column, Tr::tr("What the paper says"), lab_.paper_says);
  add_part(*column, Tr::tr("What to look for"), lab_.look_for);
  for (const LabQuestion& one : lab_.questions) {
    column->addWidget(muted_label(Tr::tr("Question")));
    column->addWidget(paragraph(text_of(one.question)));
    auto* heading = make_fold_heading(Tr::tr("Answer"));
    auto* answer = paragraph(text_of(one.answer));
    heading->setChecked(false);
    show_fold_of(*heading);
    answer->hide();
    connect(heading, &QToolButton::toggled, answer, [heading, answer](bool open) {
      answer->setVisible(open);
      show_fold_of(*heading);
    });
    column->addWidget(heading);
    column->addWidget(answer);
  }
  add_part(*column, Tr::tr("What is done here"), lab_.how);
  add_part(*column, Tr::tr("Source"), lab_.paper);
  column->addStretch(1);
  auto* pages = new QTabWidget;
  pages->setDocumentMode(true);
  pages->addTab(new ScrolledContent(form_), Tr::tr("Parameters"));
  pages->addTab(new ScrolledContent(about), Tr::tr("About"));
  pages->setAccessibleName(Tr::tr("The lab"));
  return pages;
}

QWidget* LabView::build_results() {
  auto* results = new QWidget;
  auto* column = make_column(6, results);
  headline_ = paragraph(Tr::tr("Press Run: plots and findings appear here while the cells are done."));
  column->addWidget(headline_);
  column->addWidget(tabs_ = new QTabBar);
  tabs_->setAccessibleName(Tr::tr("Plots"));
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { show_plot(); });
  auto* plots = new QWidget;
  auto* side = make_row(8, plots);
  side->addWidget(plot_ = new LabPlotView({}), 1);
  side->addWidget(other_plot_ = new LabPlotView({}), 1);
  other_plot_->hide();
  set_least_height(plots, kPlotHeight);
  plots->hide();  // there is none yet
  plots_ = plots;
  auto* halves = new QSplitter(Qt::Vertical);
  auto* upper = new QWidget;
  auto* upper_column = make_column(4, upper);
  upper_column->addWidget(plots, 1);
  upper_column->addWidget(remark_ = paragraph({}));
  halves->addWidget(upper);
  halves->addWidget(tables_ = new LabTables);
  halves->setSizes({px(kPlotHeight + 100), px(kFindingsHeight)});
  column->addWidget(halves, 1);
  return results;
}

void LabView::set_run(const LabRun& run) {
  form_->set_run(run);
}

void LabView::run_or_go_on() {
  const auto state = port_.state();
  if (state.phase == LabPhase::kPaused && state.lab == lab_.name) return port_.go_on();
  if (!port_.in_call() || !form_->run().live) return begin();
  auto* question = new QMessageBox(
      QMessageBox::Question, Tr::tr("A call is in progress"),
      Tr::tr("A live lab measures this machine: the call disturbs it, and it disturbs the call. Run it all the same?"),
      QMessageBox::Yes | QMessageBox::No, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  connect(question, &QMessageBox::finished, this, [this](int answer) {
    if (answer == QMessageBox::Yes) begin();
  });
  question->open();
}

void LabView::begin() {
  compare_with({});
  port_.start(lab_, form_->run());
  renew();
}

void LabView::renew() {
  const LabRunState state = port_.state();
  const bool own = state.lab == lab_.name;
  const bool running = state.phase == LabPhase::kRunning;
  const bool paused = state.phase == LabPhase::kPaused && own;
  run_->setText(paused ? Tr::tr("Go on") : Tr::tr("Run"));
  run_->setEnabled(!running && (paused || form_->why_not().isEmpty()));
  const QString why_not = form_->why_not().toHtmlEscaped();  // it may repeat words of a file
  run_->setToolTip(why_not.isEmpty() ? why_not : "<span>" + why_not + "</span>");
  pause_->setEnabled(running && own);
  cancel_->setEnabled(goes_on(state.phase) && own);
  form_->setEnabled(!goes_on(state.phase) || !own);
  progress_->setVisible(goes_on(state.phase) && own);
  if (state.all > 0) {
    progress_->setRange(0, static_cast<int>(state.all));
    progress_->setValue(static_cast<int>(state.done));
  }
  QString words;
  if (running && !own) words = Tr::tr("%1 runs: one lab at a time").arg(text_of(state.lab));
  if (state.phase == LabPhase::kPaused && !own)
    words = Tr::tr("%1 is paused: it stays among its earlier results").arg(text_of(state.lab));
  const QString cells = Tr::tr("%1 of %2 cells").arg(state.done).arg(state.all);
  if (running && own) words = cells;
  if (running && own && state.seconds_left) words += Tr::tr(", about %1 left").arg(about_time(*state.seconds_left));
  if (paused) words = Tr::tr("paused, %1").arg(cells);
  set_words(*state_, words);
  if (own && state.phase == LabPhase::kFailed && !state.sentence.empty()) say(text_of(state.sentence));
  if (state.result && own && state.version != version_) {
    version_ = state.version;
    show_result(state.result, {});
  }
}

void LabView::show_result(std::shared_ptr<const LabResult> result, const QString& whose) {
  result_ = std::move(result);
  plots_->setVisible(!result_->plots.empty());
  say(whose + text_of(result_->headline));
  const int chosen = std::max(0, tabs_->currentIndex());
  const QSignalBlocker quiet(tabs_);
  const int count = static_cast<int>(result_->plots.size());
  while (tabs_->count() > count) tabs_->removeTab(tabs_->count() - 1);
  while (tabs_->count() < count) tabs_->addTab({});
  for (int i = 0; i < count; ++i) tabs_->setTabText(i, text_of(result_->plots[static_cast<std::size_t>(i)].title));
  tabs_->setCurrentIndex(std::min(chosen, count - 1));
  show_plot();
  tables_->show_result(result_, other_.get());
}

void LabView::show_plot() {
  if (!result_ || tabs_->currentIndex() < 0) return;
  const LabPlot& plot = result_->plots[static_cast<std::size_t>(tabs_->currentIndex())];
  plot_->show_plot(plot);
  const QString remark = has_points(plot) ? text_of(plot.remark) : Tr::tr("Nothing of this plot is measured yet.");
  set_words(*remark_, remark);
  remark_->setVisible(!remark.isEmpty());
  const LabPlot* other = nullptr;
  if (other_)
    if (const auto found = std::ranges::find(other_->plots, plot.name, &LabPlot::name); found != other_->plots.end())
      other = &*found;
  other_plot_->setVisible(other != nullptr);
  if (other) other_plot_->show_plot(*other);
}

void LabView::compare_with(std::shared_ptr<const LabResult> other) {
  other_ = std::move(other);
  if (!result_) return;
  show_plot();
  tables_->show_result(result_, other_.get());
}

void LabView::add_earlier(QMenu& menu, const QString& title, const std::function<void(const std::string&)>& act) {
  auto* all = menu.addMenu(title);
  const auto earlier = port_.earlier(lab_);
  for (std::size_t i = 0; i < std::min(earlier.size(), kMostEarlier); ++i)
    all->addAction(text_of(earlier[i].label), this, [act, folder = earlier[i].folder] { act(folder); });
  all->setEnabled(!earlier.empty());
}

void LabView::fill_menu() {
  QMenu& menu = *more_->menu();
  menu.clear();
  const LabRunState state = port_.state();
  const bool own = result_ && state.result == result_ && !state.folder.empty();
  menu.addAction(Tr::tr("Save the report (HTML or PDF) …"), this, [this] { save_page(); })
      ->setEnabled(result_ != nullptr);
  menu.addAction(Tr::tr("Open the folder: tables as CSV, plots as SVG"), this,
                 [folder = text_of(state.folder)] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); })
      ->setEnabled(own);
  auto* traces = menu.addMenu(Tr::tr("Open the trace of a cell"));
  if (own)
    for (const CellTrace& trace : port_.traces())
      traces->addAction(text_of(trace.cell), this, [this, path = text_of(trace.path)] { emit trace_wanted(path); });
  traces->setEnabled(!traces->isEmpty());
  menu.addSeparator();
  add_earlier(menu, Tr::tr("Open an earlier result"), [this](const std::string& folder) {
    say(Tr::tr("It is read …"));
    port_.open(folder, [self = QPointer(this)](const std::string& error) {
      if (!self) return;
      if (!error.empty()) self->say(text_of(error));
      self->renew();
    });
  });
  add_earlier(menu, Tr::tr("Compare with an earlier result"), [this](const std::string& folder) {
    port_.read(folder, [self = QPointer(this)](std::shared_ptr<const LabResult> other, const std::string& error) {
      if (self && other)
        self->compare_with(std::move(other));
      else if (self)
        self->say(text_of(error));
    });
  });
  menu.addAction(Tr::tr("Compare with nothing"), this, [this] { compare_with({}); })->setEnabled(other_ != nullptr);
  menu.addSeparator();
  menu.addAction(Tr::tr("Save the parameters …"), this, [this] { save_run(); });
}

void LabView::save_page() {
  auto* dialog = make_save_dialog(this, Tr::tr("Save the report"));
  dialog->setNameFilters({Tr::tr("PDF to print (*.pdf)"), Tr::tr("Web page (*.html)")});
  dialog->setDefaultSuffix("pdf");
  dialog->selectFile(text_of(lab_.name) + ".pdf");
  connect(dialog, &QFileDialog::fileSelected, this, [this, result = result_](const QString& path) {
    const std::string error = port_.save_page(lab_, *result, path.toStdString());
    say(error.empty() ? Tr::tr("The report is in %1.").arg(path) : text_of(error));
  });
  dialog->open();
}

void LabView::save_run() {
  auto* dialog = make_save_dialog(this, Tr::tr("Save the parameters"));
  dialog->setNameFilter(Tr::tr("Lab (*.json)"));
  dialog->setDefaultSuffix("json");
  dialog->selectFile(text_of(lab_.name) + ".json");
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const std::string error = port_.save_run(lab_, form_->run(), path.toStdString());
    say(error.empty() ? Tr::tr("The parameters are in %1.").arg(path) : text_of(error));
  });
  dialog->open();
}

void LabView::say(const QString& words) {
  set_words(*headline_, words);
}

}  // namespace jitterscope
