#include "ui/controls/readouts.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/text.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

const QStringList kRows{"Loss (%)", "Rate (kbit/s)", "Frames/s", "Delay (ms)", "Jitter (ms)"};
const QStringList kTips{
    "Share of packets lost: here over the last 10 s, there over the whole call",
    "Bits of UDP payload a second, over the last second",
    "Video frames completed a second; audio blocks a second: here over the last second, there over the last two",
    "Mean one-way delay; – until the clocks of both ends agree", "RFC 3550 jitter, now"};

QString in_percent(std::optional<double> ratio) {
  return ratio ? figure(*ratio * 100) : kDash;
}

std::array<QString, 5> here_words(const StreamSnapshot& s) {
  if (!s.active) return {kDash, kDash, kDash, kDash, kDash};
  return {in_percent(s.recent_loss_ratio), figure(s.rate_kbps), figure(s.frames_per_second), figure(s.recent_delay_mean_ms),
          figure(s.jitter_rfc3550_ms)};
}

std::array<QString, 5> there_words(const std::optional<PeerView>& p) {
  if (!p) return {kDash, kDash, kDash, kDash, kDash};
  return {in_percent(p->recent_loss_ratio), figure(p->rate_kbps), figure(p->frames_per_second), figure(p->delay_mean_ms),
          figure(p->jitter_ms)};
}

QLabel* small_label(const QString& text, Qt::Alignment alignment, bool muted) {
  auto* label = new QLabel(text);
  label->setFont(small_font());
  label->setAlignment(alignment | Qt::AlignVCenter);
  label->setProperty("muted", muted);
  return label;
}

}  // namespace

Readouts::Readouts(QWidget* parent) : QFrame(parent) {
  setObjectName("panel");
  setAccessibleName("Readouts of sound and picture, here and there");
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(8, 4, 8, 4);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(2);
  grid->addWidget(small_label("Audio", Qt::AlignRight, false), 0, 1, 1, 2);
  grid->addWidget(small_label("Video", Qt::AlignRight, false), 0, 3, 1, 2);
  grid->setColumnStretch(0, 1);
  for (int column = 0; column < 4; ++column) {
    grid->addWidget(small_label(column % 2 == 0 ? "here" : "there", Qt::AlignRight, true), 1, column + 1);
    grid->setColumnMinimumWidth(column + 1, column == 2 ? 46 : 36);
  }
  for (int row = 0; row < kRows.size(); ++row) {
    auto* name = small_label(kRows[row], Qt::AlignLeft, true);
    name->setToolTip(kTips[row]);
    grid->addWidget(name, row + 2, 0);
    auto& labels = values_.emplace_back();
    for (int column = 0; column < 4; ++column) {
      grid->addWidget(labels[static_cast<std::size_t>(column)] = small_label(kDash, Qt::AlignRight, false), row + 2,
                      column + 1);
      labels[static_cast<std::size_t>(column)]->setToolTip(kTips[row]);
    }
  }
}

void Readouts::draw(const CallSnapshot* now) {
  const CallSnapshot none;
  if (!now) now = &none;
  const std::array columns{here_words(now->received_audio), there_words(now->peer_audio),
                           here_words(now->received_video), there_words(now->peer_video)};
  for (std::size_t row = 0; row < values_.size(); ++row)
    for (std::size_t column = 0; column < 4; ++column)
      if (values_[row][column]->text() != columns[column][row]) values_[row][column]->setText(columns[column][row]);
}

QString Readouts::text(int row, int column) const {
  return values_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]->text();
}

}  // namespace jitterscope
