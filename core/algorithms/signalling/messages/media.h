#pragma once
#include "core/algorithms/signalling/description_fields.h"

namespace jitterscope::message {

struct Media {
  static constexpr std::string_view method = "media";
  static constexpr std::string_view says = "Streams of this end as they now are.";
  std::optional<AudioDescription> audio = {};
  std::optional<VideoDescription> video = {};

  template <typename Io>
  void carry(Io& io) {
    if constexpr (Io::kTells) return io.like("streams", "one at least, as of the offer");
    told::carry_streams(io, audio, video);
    if constexpr (Io::kReads)
      if (!audio && !video) io.fail("\"streams\" has neither one of PCMU nor one of JPEG");
  }
};

}  // namespace jitterscope::message
