#pragma once
// sun97's experiment in virtual time: conferencing stations and two background stations on one shared Ethernet.
#include <cstdint>

#include "core/algorithms/link/ethernet.h"
#include "core/events/settings.h"
#include "core/lab/sun97/shaping_measures.h"

namespace jitterscope {

/// What the paper says, and where it says nothing what we chose.
struct Sun97Model {
  Duration period = Duration::ms(250);    // T
  Duration fetching = Duration::ms(100);  // T_p, each frame's within fetching_spread of it
  Duration fetching_spread = Duration::ms(10);
  int fewest_blocks = 4, most_blocks = 8;         // h, drawn uniformly
  int block_bytes = 1024 + 16 + kUdpHeaderBytes;  // 1 KB, the conference's header, UDP, IP, Ethernet
  Duration send_call = Duration::us(2500);        // of one packet: the next call of the frame waits for it
  int conferences = 1, members = 3;               // of each
  int queue_limit = 3;                            // K of every station's interface, beside the one being sent
  BackgroundSetting background;                   // of both background stations together
};

struct Sun97Cell {
  ShapingSetting shaping;
  Sun97Model model = {};
  int frames = 5000;  // of each station; each packet goes to all others of its conference
};

/// Megabits a second that all stations offer to the cable, with everything around a packet.
double offered_mbps(const Sun97Cell& cell);

/// The figures of all streams between members of a conference. The same seed draws the same frames, phases and
/// background whatever the strategy.
ShapingFigures simulate(const Sun97Cell& cell, std::uint64_t seed);

}  // namespace jitterscope
