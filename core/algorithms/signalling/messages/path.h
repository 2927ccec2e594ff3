#pragma once
#include "core/algorithms/signalling/description_fields.h"

namespace jitterscope::message {

/// The ports are a relay's, or the end's own again; RTCP is one above.
struct Path {
  using Needs = capability::Path;
  static constexpr std::string_view method = "path";
  static constexpr std::string_view says =
      "Send media to these ports of the host I talk from, as soon as they answer a probe.";
  std::uint16_t audio_port = 0, video_port = 0;
  bool operator==(const Path&) const = default;

  template <typename Io>
  void carry(Io& io) {
    told::media_port(io, "audio_port", audio_port, true, "of RTP with sound: even, not 0");
    told::media_port(io, "video_port", video_port, true, "of RTP with pictures: even, not 0");
  }
};

}  // namespace jitterscope::message
