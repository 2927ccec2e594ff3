#pragma once
// Does with each stream of an opened file what the window does: lists its packets, and reads its sound.

#include <algorithm>

#include "core/measures/offline/packet_rows.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/sound/stream_sound.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scratch_file.h"

namespace jitterscope {

/// `data` is the file of which `input` was made, `kind` a name for its copy on disk.
inline void list_and_hear(const char* kind, const std::uint8_t* data, std::size_t size, const AnalysisInput& input) {
  static const ScratchFile file(kind);
  file.write(FuzzInput(data, data + size));
  const Timestamp began = began_of(input).value_or(Timestamp());
  for (const StreamInput& stream : input.streams) {
    const StreamPackets listed = packet_rows(stream, began);
    std::int64_t lost = 0;
    std::size_t came = 0;
    for (const PacketRow& row : listed.rows) row.fate == PacketFate::kLost ? void(lost += row.count) : void(++came);
    require(lost == listed.lost, "the rows have all numbers that were lost");
    require(came <= stream.packets.size(), "a row is of a packet that came");
    std::string error;
    const auto sound = read_sound(file.path(), stream, began, 0.02, error, {});
    require(sound.has_value() || !error.empty(), "what cannot be heard has a reason");
    if (!sound) continue;
    require(why_no_sound(stream).empty(), "what is refused is not played");
    require(sound->rate_hz >= 8000 && sound->rate_hz <= 48000, "a rate that is played");
    require(sound->samples.size() <= std::min(kMostSoundSamples, std::size_t{kLongestSound} * 48000), "bounded");
  }
}

}  // namespace jitterscope
