#pragma once
#include <cstdint>

#include "core/algorithms/signalling/capabilities.h"
#include "core/events/commands.h"
#include "core/events/settings.h"

namespace jitterscope::message {

/// parse_asked() says what may be asked for.
struct Change {
  using Needs = capability::Change;
  static constexpr std::string_view method = "change";
  static constexpr std::string_view says = "Please set this of your sending. It is done with the consent of that user.";
  std::int64_t id = 0;
  AnySetting setting = {};

  template <typename Io>
  void carry(Io& io) {
    std::string name = name_of(setting), value = words_of(setting);
    io.text("name", name,
            "`shaping`, `audio-block`, or `priority.THREAD` of audio-send, audio-receive, video-send, "
            "video-receive");
    io.text("value", value,
            "as on the command line: `a`, `b`, `c`, `5`, `5,12.5` (packets, ms); 8 … 2048; `default`, "
            "`nice`, `realtime`, `rr`, `slice`, without figures");
    if constexpr (Io::kReads) {
      const auto read = parse_asked(name, value);
      if (!read) return io.fail("no setting that can be asked for, or not a value of it");
      setting = *read;
    }
  }
};

}  // namespace jitterscope::message
