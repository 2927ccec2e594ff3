#pragma once
// The delay split in the window's words, and what its bars are made of.
#include <algorithm>
#include <vector>

#include <QColor>
#include <QString>

#include "core/events/delay_parts.h"
#include "core/events/names.h"
#include "ui/words/reading_line.h"

namespace jitterscope {

struct DelaySplitView;

QString part_name(DelayPart);         // "kernel to user"
QString part_explanation(DelayPart);  // "From the kernel's receive stamp until the receive call returned"
QString owner_name(DelayOwner);       // "operating system"

/// False for parts that a medium does not have: sound is not shaped, reassembled or decoded.
bool has_part(Medium, DelayPart);

/// One piece of a bar. Without `ms` it is unknown.
struct SplitSegment {
  QString name, tip;
  QColor colour;
  std::optional<double> ms;  // a link may be negative, within the clock's bound
  QString size;              // "18.4 ms": no finer than it is known
  double width_ms() const { return std::max(0.0, ms.value_or(0)); }
};
/// Every part in the order of the way; neighbours that are unknown are one segment.
std::vector<SplitSegment> way_segments(Medium, const DelaySplitView&);
/// The operating system's pieces (waits of threads, socket, kernel), then the network's.
std::vector<SplitSegment> share_segments(const DelaySplitView&);

/// The whole delay: as measured, else the sum of the parts when all are known.
std::optional<double> whole_ms(Medium, const DelaySplitView&);
/// The same with its unit, no finer than the clocks' bound.
QString whole_words(Medium, const DelaySplitView&);
/// "276 µs, 83 %"; "unknown". `bound_ms`: how far it may be off.
QString share_words(std::optional<double> ms, std::optional<double> share, std::optional<double> bound_ms = {});
/// "Video 74.2 ms ± 0.01: operating system 0.276 ms, network …"
ReadingPart split_reading(Medium, const DelaySplitView&);

}  // namespace jitterscope
