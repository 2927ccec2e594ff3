#pragma once
// Which packets of this end's video a remote did not tell of, and where they would be among those that it told of.
#include <vector>

#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// Of each frame that `told` names those of its `left` packets (departures of this end) that it does not: they had not
/// come when the next frame began there, which is when a remote tells of a frame. They would have come as long after
/// their departure as the packets around them. None of a frame whose departures are not kept, or of which as many were
/// told as a message holds: of the rest of it nothing is known. Both as PacketDots gives them; frame by frame.
std::vector<PacketDot> told_lost(const std::vector<PacketDot>& left, const std::vector<PacketDot>& told);

}  // namespace jitterscope
