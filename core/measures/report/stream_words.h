#pragma once
// A stream's figures for a hand-out: fewer than `analyze` prints, in the same digits.
#include "core/measures/views/stream_words.h"

namespace jitterscope {

StreamWords stream_words(const StreamReport&);

}  // namespace jitterscope
