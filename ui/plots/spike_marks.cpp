#include "ui/plots/spike_marks.h"

#include <algorithm>
#include <cmath>

#include "core/measures/views/stream_snapshot.h"
#include "ui/sizes.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostSpikes = 40;
constexpr int kWordsApart = 4;  // px between the words of two

struct Spike {
  double at_s, value;
  Hue hue;
};

/// One of each run of values above `top`, where the run is highest.
void add_spikes(std::vector<Spike>& spikes, const SpikeMarks::Line& line, const QCPRange& time, double top) {
  bool above = false;
  for (const EnvelopeSlot& entry : *line.entries) {
    const bool was_above = above;
    above = std::isfinite(entry.max) && entry.max > top && time.contains(entry.at_s);
    if (!above) continue;
    if (!was_above)
      spikes.push_back({entry.at_s, entry.max, line.hue});
    else if (entry.max > spikes.back().value)
      spikes.back().at_s = entry.at_s, spikes.back().value = entry.max;
  }
}

}  // namespace

void SpikeMarks::place(const std::vector<Line>& lines) {
  const QCPRange time = plot_.xAxis->range();
  std::vector<Spike> spikes;
  for (const Line& line : lines) add_spikes(spikes, line, time, plot_.yAxis->range().upper);
  std::ranges::stable_sort(spikes, std::greater(), &Spike::value);
  if (spikes.size() > kMostSpikes) spikes.resize(kMostSpikes);
  const QRect area = plot_.axisRect()->rect();
  const QFontMetrics metrics(small_font());
  std::vector<std::pair<int, int>> taken;  // of the width, by words
  std::size_t used = 0;
  for (const Spike& spike : spikes) {  // the largest has its words first
    const int x = static_cast<int>(plot_.xAxis->coordToPixel(spike.at_s));
    const auto room_for = [&](const QString& words) {
      const int width = metrics.horizontalAdvance(words), half = metrics.horizontalAdvance("▲") / 2;
      const int left = x + width - half > area.right() ? x + half - width : x - half;
      const std::pair place{left - px(kWordsApart), left + width + px(kWordsApart)};
      for (const auto& [from, to] : taken)
        if (place.first < to && from < place.second) return std::pair(left, false);
      taken.push_back(place);
      return std::pair(left, true);
    };
    QString words = "▲ " + figure(spike.value);
    auto [left, free] = room_for(words);
    if (left < x - metrics.horizontalAdvance("▲")) words = figure(spike.value) + " ▲";
    if (!free) std::tie(left, free) = room_for(words = "▲");
    if (!free) continue;
    if (used == items_.size()) {
      auto* item = new QCPItemText(&plot_);
      item->position->setTypeX(QCPItemPosition::ptAbsolute);
      item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
      item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
      items_.push_back(item);
    }
    auto& item = *items_[used++];
    item.setFont(small_font());
    item.setColor(colours()[spike.hue]);
    QColor behind = colours().panel;  // the words are read over what is drawn there, which is still guessed
    behind.setAlphaF(0.8F);
    item.setBrush(behind);
    item.setText(words);
    item.position->setCoords(left, 0);
    item.setVisible(true);
  }
  for (std::size_t i = used; i < items_.size(); ++i) items_[i]->setVisible(false);
}

QStringList SpikeMarks::words() const {
  std::vector<const QCPItemText*> shown;
  for (const QCPItemText* item : items_)
    if (item->visible()) shown.push_back(item);
  std::ranges::sort(shown, {}, [](const QCPItemText* item) { return item->position->coords().x(); });
  QStringList words;
  for (const QCPItemText* item : shown) words << item->text();
  return words;
}

}  // namespace jitterscope
