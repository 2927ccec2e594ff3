#pragma once
// What is said when two ends speak different versions of the protocol.
#include <string>
#include <string_view>

#include "core/algorithms/signalling/description.h"

namespace jitterscope {

/// As the end that speaks version `here` reads it.
std::string version_sentence(int there, int here = kProtocolVersion);

/// What the user of this end reads when the remote refused for the version in these words. They may say anything: only
/// a number other than this end's own is taken from them.
std::string told_version_sentence(std::string_view refusal);

}  // namespace jitterscope
