#pragma once
// What was set, marked and said. Plain structs of the log: see events.h.
#include <cstdint>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// A setting took effect at one end. Both ends record it.
struct SettingChanged {
  ShortText<32> name;    // "shaping", "priority.audio-send", "video" ...
  ShortText<160> value;  // as the command line says it
  End end{};             // kMine: this end's sending changed; kTheirs: the far end said that its own did
  ShortText<16> origin;  // "local" = asked for at this end, "remote" = by the other; "mine", "theirs" in old traces
  Timestamp at;          // local
};

/// Something the user should read: a device went away, the far end is silent ...
struct Notice {
  std::uint8_t severity = 0;  // 0 information, 1 warning, 2 error
  ShortText<160> text;
  Timestamp at;
};

/// A mark set by the user on the shared time axis.
struct Marker {
  ShortText<64> text;
  Timestamp at;
};

}  // namespace jitterscope
