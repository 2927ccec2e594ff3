#include "ui/plots/items/spike_marks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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

/// Where words may stand beside each other along the edge.
class EdgeRoom {
 public:
  explicit EdgeRoom(int right) : metrics_(small_font()), right_(right), half_(metrics_.horizontalAdvance("▲") / 2) {}
  /// The left end of the words whose triangle, first or last in them, is at `x`; nullopt: there is no room.
  std::optional<int> take(const QString& words, int x) {
    const int width = metrics_.horizontalAdvance(words);
    const int left = words.startsWith("▲") ? x - half_ : x + half_ - width;
    const std::pair place{left - px(kWordsApart), left + width + px(kWordsApart)};
    for (const auto& [from, to] : taken_)
      if (place.first < to && from < place.second) return std::nullopt;
    taken_.push_back(place);
    return left;
  }
  bool fits(const QString& words, int x) const { return x - half_ + metrics_.horizontalAdvance(words) <= right_; }

 private:
  const QFontMetrics metrics_;
  const int right_, half_;
  std::vector<std::pair<int, int>> taken_;
};

}  // namespace

void SpikeMarks::place(const std::vector<Line>& lines) {
  std::vector<Spike> spikes;
  for (const Line& line : lines) add_spikes(spikes, line, plot_.xAxis->range(), plot_.yAxis->range().upper);
  std::ranges::stable_sort(spikes, std::greater(), &Spike::value);
  if (spikes.size() > kMostSpikes) spikes.erase(spikes.begin() + kMostSpikes, spikes.end());
  EdgeRoom room(plot_.axisRect()->right());
  std::size_t used = 0;
  for (const Spike& spike : spikes) {  // the largest has its words first
    const int x = static_cast<int>(plot_.xAxis->coordToPixel(spike.at_s));
    QString words = "▲ " + figure(spike.value);
    if (!room.fits(words, x)) words = figure(spike.value) + " ▲";
    auto left = room.take(words, x);
    if (!left) left = room.take(words = "▲", x);
    if (left) show(used++, words, *left, spike.hue);
  }
  for (std::size_t i = used; i < items_.size(); ++i) items_[i]->setVisible(false);
}

void SpikeMarks::show(std::size_t index, const QString& words, int left, Hue hue) {
  if (index == items_.size()) {
    auto* item = new QCPItemText(&plot_);
    item->position->setTypeX(QCPItemPosition::ptAbsolute);
    item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    items_.push_back(item);
  }
  QCPItemText& item = *items_[index];
  QColor behind = colours().panel;  // the words are read over what is drawn there, which is still guessed
  behind.setAlphaF(0.8F);
  item.setBrush(behind);
  item.setFont(small_font());
  item.setColor(colours()[hue]);
  item.setText(words);
  item.position->setCoords(left, 0);
  item.setVisible(true);
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
