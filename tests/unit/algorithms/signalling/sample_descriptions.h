#pragma once
// Two ends as the tests of this folder know them.
#include "core/algorithms/signalling/messages.h"

namespace jitterscope {

inline Description sample_description(std::string name, std::uint32_t ssrc) {
  Description description;
  description.name = std::move(name);
  description.identity = "0123456789abcdef0123456789abcdef";
  description.records = "sound";
  description.audio.ssrc = ssrc;
  description.audio.port = 5006;
  description.video.ssrc = ssrc + 1;
  description.video.port = 5008;
  return description;
}

}  // namespace jitterscope
