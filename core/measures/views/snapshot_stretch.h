#pragma once
// What is shown while a time is selected: the figures of that stretch, beside the series of the whole call.

namespace jitterscope {

struct CallSnapshot;

/// `whole` with all figures of the other snapshot, which is of a stretch alone and says so. Series, marks, notices,
/// rings, shaping and rate control that the ends have set, demonstration and views of other tracks stay those of the
/// whole. What the whole knows
/// and the stretch does not is as if nothing of it had come in that time.
CallSnapshot with_stretch(const CallSnapshot& whole, const CallSnapshot& stretch);

}  // namespace jitterscope
