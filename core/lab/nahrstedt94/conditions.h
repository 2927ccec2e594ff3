#pragma once
// Which processor plays which machine of nahrstedt94, and what of this machine matters to a result.
#include "core/lab/engine/cell_figures.h"

namespace jitterscope::nahrstedt94 {

inline constexpr int kApplicationLevel = 11, kDisplayLevel = 10;  // SCHED_FIFO; the paper's best was application first

/// The sender's machine is the first processor that we may use, the receiver's the last; with only one they are the
/// same.
struct Machines {
  int sender = -1, receiver = -1;
};
Machines machines();
/// Sets who is who, and autogroup.
void set_machine_words(const Machines& who, CellFigures& out);

}  // namespace jitterscope::nahrstedt94
