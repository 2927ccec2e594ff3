#pragma once
// Figures that a stream's numbers give and that would not be what their names say are taken out of its report.
#include <vector>

#include "core/measures/packets/own_drops.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// The clocks do not agree: what lies across them is unknown, and with it the whole delay.
void forget_what_crosses_the_clocks(bool assumed_playout, StreamReport&);
/// This end sent the stream: what became of it is not in its own log.
void forget_what_only_the_peer_knows(StreamReport&);
/// This program had no room for notes of what came: what they were of looks like loss.
void forget_what_own_drops_hide(const std::vector<OwnDrops>&, StreamReport&);
/// The clock of a capture's timestamps is contradicted: nobody knows when its units were due.
void forget_what_needs_a_clock(StreamReport&);
/// Its packets are those that were lost elsewhere: gaps between them are no loss, and nobody plays it alone.
void forget_what_a_retransmission_cannot_say(StreamReport&);

}  // namespace jitterscope
