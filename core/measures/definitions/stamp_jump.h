#pragma once

namespace jitterscope {

/// An interarrival time further from its RTP timestamps than this: the sender's timestamps began anew.
inline constexpr double kStampJumpMs = 10'000;

}  // namespace jitterscope
