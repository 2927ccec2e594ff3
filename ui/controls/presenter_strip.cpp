#include "ui/controls/presenter_strip.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/events/settings.h"
#include "core/measures/views/snapshot.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/banner_row.h"
#include "ui/words/label_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

const QString kBetween = QStringLiteral("  ·  ");

}  // namespace

PresenterStrip::PresenterStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("bar");
  setAccessibleName(Tr::tr("What is set, and the keys"));
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 4, 8, 4}, 16);
  words_ = new QWidget;
  words_->installEventFilter(this);
  row->addWidget(notices_ = new BannerRow(words_), 1);
  auto* words = make_column(2, words_);
  words->addWidget(set_ = new QLabel);
  use_title_font(set_);
  set_->setMinimumWidth(px(1));  // a narrow screen shows less of it
  words->addWidget(muted_label(Tr::tr("1 2 3 strategy · D N R class · C rate control · Esc leave")));
  auto* theme = new QPushButton(Tr::tr("Light or dark"));
  theme->setAccessibleName(Tr::tr("Light or dark theme"));
  theme->setToolTip(Tr::tr("A bright room reads the light theme better; leaving gives back the one before"));
  connect(theme, &QPushButton::clicked, this,
          [] { apply_theme(*qApp, current_theme() == Theme::kLight ? Theme::kDark : Theme::kLight); });
  row->addWidget(theme);
  auto* leave = new QPushButton(Tr::tr("Leave"));
  leave->setAccessibleName(Tr::tr("Leave what is presented"));
  leave->setToolTip(Tr::tr("The window is as it was before (Escape, F9)"));
  connect(leave, &QPushButton::clicked, this, &PresenterStrip::left);
  row->addWidget(leave);
  hide();
}

void PresenterStrip::show_settings(const CallSettings& settings, const CallSnapshot* call, const QString& link) {
  QStringList facts{Tr::tr("Shaping %1").arg(shaping_of_both(settings.shaping.to_string(), call)),
                    link.isEmpty() ? Tr::tr("No link") : Tr::tr("Link %1").arg(link),
                    Tr::tr("Media threads %1").arg(call ? common_class(call->threads) : kDash),
                    Tr::tr("Rate control %1").arg(QString::fromStdString(settings.rate_control.controller))};
  if (settings.cpu_load > 0) facts << Tr::tr("%1 counter processes").arg(settings.cpu_load);
  facts_ = facts;
  fit();
}

/// What matters least is left out where there is no room; the tip has all.
void PresenterStrip::fit() {
  auto shown = facts_;
  while (shown.size() > 1 && set_->fontMetrics().horizontalAdvance(shown.join(kBetween)) > words_->width())
    shown.removeLast();
  set_words(*set_, shown.join(kBetween), facts_.join(kBetween));
}

/// Also where a notice has taken some of the width.
bool PresenterStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QFrame::eventFilter(watched, event);
}

}  // namespace jitterscope
