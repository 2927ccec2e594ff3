#include "ui/words/delay_words.h"

#include "core/base/units/plain_digits.h"
#include "core/measures/views/delay_split_view.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::array<const char*, kDelayParts> kExplanations{
    QT_TRANSLATE_NOOP("Tr",
                      "Picture: from the beginning of fetching it until encoding begins. Sound: the length of a block"),
    QT_TRANSLATE_NOOP("Tr", "Picture: compression. Sound: from a block’s last sample until its packet is sent"),
    QT_TRANSLATE_NOOP("Tr", "Held back by the shaper, until the packet that completes the frame is sent"),
    QT_TRANSLATE_NOOP("Tr", "From the send call until the packet enters the interface queue"),
    QT_TRANSLATE_NOOP("Tr", "From the interface queue until the interface"),
    QT_TRANSLATE_NOOP(
        "Tr",
        "From the interface until the kernel of the receiver, link and relay between them; where a stamp is missing, "
        "from the send call or until the receive call"),
    QT_TRANSLATE_NOOP("Tr", "From the kernel’s receive stamp until the receive call returned"),
    QT_TRANSLATE_NOOP("Tr", "From the last packet until the frame is complete"),
    QT_TRANSLATE_NOOP("Tr", "From complete until decoded, with the wait for the decoder"),
    QT_TRANSLATE_NOOP("Tr", "Held back by the playout policy, so that late packets are still in time"),
    QT_TRANSLATE_NOOP("Tr", "Until painted (picture); until heard, by what waits in the loudspeaker’s buffer (sound)")};

std::optional<double> mean_of(const DelaySplitView& view, DelayPart part) {
  const auto& figures = view.parts[static_cast<std::size_t>(part)];
  return figures ? figures->mean : std::nullopt;
}

QString time_of(const DelaySplitView& view) {
  return view.of_stretch ? Tr::tr("selected time") : Tr::tr("last 10 s");
}

QString part_tip(DelayPart part) {
  return part_name(part) + " (" + owner_name(owner_of(part)) + ")\n" + part_explanation(part) + "\n";
}

SplitSegment segment_of(const DelaySplitView& view, DelayPart part) {
  const auto ms = mean_of(view, part);
  auto tip = part_tip(part);
  if (!ms) return {part_name(part), tip + Tr::tr("unknown"), part_colour(part), std::nullopt, {}};
  const auto& figures = *view.parts[static_cast<std::size_t>(part)];
  const auto bound = part == DelayPart::kLink ? view.clock_bound_ms : std::nullopt;  // it crosses two clocks
  const auto words = [&](std::optional<double> of) { return duration_text(of, bound); };
  tip += Tr::tr("mean %1, p50 %2, p95 %3, %4")
             .arg(words(figures.mean), words(figures.p50), words(figures.p95), time_of(view));
  return {part_name(part), tip, part_colour(part), ms, words(ms)};
}

/// Unknown neighbours become one.
void append(std::vector<SplitSegment>& segments, SplitSegment next) {
  if (next.ms || segments.empty() || segments.back().ms) return segments.push_back(std::move(next));
  segments.back().name += ", " + next.name;
  segments.back().tip += "\n" + next.tip;
}

}  // namespace

QString part_name(DelayPart part) {
  return text_of(to_string(part)).replace('_', ' ');
}

QString part_explanation(DelayPart part) {
  return Tr::tr(kExplanations[static_cast<std::size_t>(part)]);
}

QString owner_name(DelayOwner owner) {
  switch (owner) {
    case DelayOwner::kWork: return Tr::tr("work");
    case DelayOwner::kDeliberate: return Tr::tr("deliberate waiting");
    case DelayOwner::kSystem: return Tr::tr("operating system");
    case DelayOwner::kNetwork: return Tr::tr("network");
  }
  return {};
}

bool has_part(Medium medium, DelayPart part) {
  return medium == Medium::kVideo ||
         (part != DelayPart::kShaper && part != DelayPart::kReassembly && part != DelayPart::kDecode);
}

std::vector<SplitSegment> way_segments(Medium medium, const DelaySplitView& view) {
  std::vector<SplitSegment> segments;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const auto part = static_cast<DelayPart>(i);
    if (has_part(medium, part)) append(segments, segment_of(view, part));
  }
  return segments;
}

std::vector<SplitSegment> share_segments(const DelaySplitView& view) {
  std::vector<SplitSegment> segments;
  const auto& waiting = view.waiting_ms;
  append(segments,
         {Tr::tr("waiting"),
          Tr::tr("threads waiting for a processor (operating system)\nReady to encode, send or decode, but "
                 "another ran. It lies within the parts of work\n%1")
              .arg(waiting ? Tr::tr("mean %1, %2").arg(duration_text(waiting), time_of(view)) : Tr::tr("unknown")),
          waiting_colour(), waiting, duration_text(waiting)});
  append(segments, segment_of(view, DelayPart::kSocket));
  auto kernel = segment_of(view, DelayPart::kKernel);
  if (view.kernel_ms) {  // all other pieces are of these frames too
    kernel.ms = view.kernel_ms;
    kernel.size = duration_text(kernel.ms);
    kernel.tip = part_tip(DelayPart::kKernel) +
                 Tr::tr("mean %1, %2, of what the remote told of its side").arg(kernel.size, time_of(view));
  }
  append(segments, std::move(kernel));
  for (const auto part : {DelayPart::kQueue, DelayPart::kLink}) append(segments, segment_of(view, part));
  return segments;
}

std::optional<double> whole_ms(Medium medium, const DelaySplitView& view) {
  if (view.whole && view.whole->mean) return view.whole->mean;
  double sum = 0;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const auto part = static_cast<DelayPart>(i);
    if (!has_part(medium, part)) continue;
    const auto ms = mean_of(view, part);
    if (!ms) return std::nullopt;
    sum += *ms;
  }
  return sum;
}

QString whole_words(Medium medium, const DelaySplitView& view) {
  const auto ms = whole_ms(medium, view);
  return duration_text(ms, view.clock_bound_ms);
}

QString share_words(std::optional<double> ms, std::optional<double> share, std::optional<double> bound_ms) {
  if (!ms) return Tr::tr("unknown");
  return duration_text(ms, bound_ms) +
         (share ? ", " + QString::number(*share * 100, 'f', 0) + QChar(0x00A0) + "%" : QString());
}

ReadingPart split_reading(Medium medium, const DelaySplitView& view) {
  const bool video = medium == Medium::kVideo;
  auto whole = whole_words(medium, view);
  if (view.clock_bound_ms.value_or(0) > 0 && whole != kDash)
    whole += " ± " + QString::fromStdString(plain_digits(*view.clock_bound_ms, 2));
  const auto name = (video ? Tr::tr("Video %1") : Tr::tr("Audio %1")).arg(whole);
  const auto of = [](std::optional<double> ms, std::optional<double> bound_ms = {}) {
    return ms ? duration_text(ms, bound_ms) : Tr::tr("unknown");
  };
  return {
      video ? Hue::kVideo : Hue::kAudio,
      Tr::tr("%1: operating system %2, network %3").arg(name, of(view.os_ms), of(view.network_ms, view.clock_bound_ms)),
      false, name};
}

}  // namespace jitterscope
