#include "ui/labs/lab_gallery.h"

#include <functional>

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/labs/labs_port.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kColumns = 3, kPictureHeight = 130, kPictureWidth = 300;

/// What each handle stands for, in the order of the papers.
QString paper_words(const QString& handle) {
  if (handle == "claypool98") return Tr::tr("Claypool 1998: jitter, priorities, buffers");
  if (handle == "sun97") return Tr::tr("Sun 1997: traffic shaping");
  if (handle == "crowcroft92") return Tr::tr("Crowcroft 1992: conferences and traffic");
  if (handle == "nahrstedt94") return Tr::tr("Nahrstedt 1994: operating system and network");
  if (handle == "latecki04") return Tr::tr("Latecki 2004: rate control by two streams");
  return Tr::tr("Our own");
}

QString mode_words(const LabDefinition& lab) {
  if (lab.live && lab.simulated) return Tr::tr("simulated or live");
  return lab.live ? Tr::tr("live, on this machine") : Tr::tr("simulated");
}

QString facts_of(const LabDefinition& lab) {
  const QString figures = lab.figures.empty() ? QString() : text_of(lab.figures) + "; ";
  return figures + mode_words(lab) + "\n" + text_of(lab.name);
}

}  // namespace

QString handle_of(const LabDefinition& lab) {
  return text_of(lab.name.substr(0, lab.name.find('.')));
}

LabGallery::LabGallery(LabsPort& port, QWidget* parent) : QWidget(parent), port_(port) {
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {16, 12, 16, 16}, 8);
  auto* intro = new WrappedLabel;
  intro->setText(
      Tr::tr("Each lab repeats an experiment of a paper on this machine: choose one, press Run, and see whether "
             "the finding holds, with the numbers that the paper prints beside its own."));
  column->addWidget(intro);
  QString paper;
  QGridLayout* grid = nullptr;
  int place = 0;
  for (const LabDefinition& lab : port_.labs()) {
    if (const QString handle = handle_of(lab); handle != paper) {
      paper = handle;
      auto* title = new QLabel(paper_words(handle));
      use_title_font(title);
      column->addWidget(title);
      grid = new QGridLayout;
      set_spacing(grid, 12, 12);
      for (int i = 0; i < kColumns; ++i) grid->setColumnStretch(i, 1);
      column->addLayout(grid);
      place = 0;
    }
    grid->addWidget(card_of(lab), place / kColumns, place % kColumns);
    ++place;
  }
  column->addStretch(1);
}

/// All of it can be clicked.
class LabCard : public QFrame {
 public:
  explicit LabCard(std::function<void()> open) : open_(std::move(open)) { setCursor(Qt::PointingHandCursor); }

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) open_();
  }

 private:
  std::function<void()> open_;
};

void LabGallery::show_example(const LabDefinition& lab, QVBoxLayout& column, QWidget& instead_of) {
  const auto example = port_.example(lab);
  if (!example || example->plots.empty()) return;
  auto* picture = new LabPlotView(example->plots.front());
  picture->set_small();
  picture->setInteractions({});
  picture->setAttribute(Qt::WA_TransparentForMouseEvents);
  set_height(picture, kPictureHeight);
  delete column.replaceWidget(&instead_of, picture);
  instead_of.deleteLater();
  picture->show();
}

void LabGallery::renew() {
  const LabRunState state = port_.state();
  const bool running = state.phase == LabPhase::kRunning;
  for (const LabDefinition& lab : port_.labs()) {
    QString words = facts_of(lab);
    if (state.lab == lab.name && (running || state.phase == LabPhase::kPaused))
      words +=
          "\n" +
          (running ? Tr::tr("Runs, %1 of %2 cells") : Tr::tr("Paused, %1 of %2 cells")).arg(state.done).arg(state.all);
    set_words(*facts_.at(lab.name), words);
  }
}

QWidget* LabGallery::card_of(const LabDefinition& lab) {
  auto* card = new LabCard([this, &lab] { emit chosen(&lab); });
  card->setObjectName("panel");
  card->setAccessibleName(text_of(lab.title));
  auto* column = new QVBoxLayout(card);
  set_spaces(column, {12, 8, 12, 12}, 6);
  auto* picture = muted_label(Tr::tr("Its plot appears here once it has run."));
  picture->setAlignment(Qt::AlignCenter);
  set_height(picture, kPictureHeight);
  column->addWidget(picture);
  // One after the other, so that the gallery is there at once.
  QTimer::singleShot(0, picture, [this, &lab, column, picture] { show_example(lab, *column, *picture); });
  auto* title = new WrappedLabel;
  title->setText(text_of(lab.title));
  column->addWidget(title);
  column->addWidget(facts_[lab.name] = muted_label(facts_of(lab)));
  column->addStretch(1);
  auto* open = new QPushButton(Tr::tr("Open"));
  open->setAccessibleName(Tr::tr("Open the lab %1").arg(text_of(lab.name)));
  connect(open, &QPushButton::clicked, this, [this, &lab] { emit chosen(&lab); });
  column->addWidget(open);
  set_least_width(card, kPictureWidth);
  return card;
}

}  // namespace jitterscope
