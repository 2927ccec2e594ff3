#pragma once
// Of which medium an event of a stream is, whether it says so or can be of one alone.
#include "core/events/events.h"
#include "core/measures/tracks/table/wants.h"

namespace jitterscope {

using OfPictures =
    Events<FrameEncoded, FrameSent, FrameOmitted, FrameDone, FrameDecoded, FramePlayed, FrameShown, PeerPacket>;

template <typename E>
Medium medium_of(const E& e) {
  if constexpr (requires { e.medium; }) {
    return e.medium;
  } else {
    static_assert(kListed<E, OfPictures> || std::same_as<E, AudioBlockDone>, "of which medium is it?");
    return kListed<E, OfPictures> ? Medium::kVideo : Medium::kAudio;
  }
}

}  // namespace jitterscope
