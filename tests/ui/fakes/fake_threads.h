#pragma once
// Plausible threads, delay splits and the demonstration of priority for tests of the window.
#include <string>
#include <vector>

#include "core/events/names.h"

namespace jitterscope {

struct DelaySplitView;
struct DemonstrationView;
struct ThreadRow;

/// Real-time media threads on a busy machine; video-send was demoted by the watchdog.
std::vector<ThreadRow> make_threads(double elapsed_s);
/// Some 74 ms with a fast link and a busy operating system.
DelaySplitView make_split(Medium, double elapsed_s);
/// Without stamps of the kernels: socket, queue, link and kernel to user are unknown.
DelaySplitView make_unstamped_split(Medium, double elapsed_s);
/// A demonstration of priority in one of its states.
DemonstrationView make_priority_demonstration(const std::string& state);

}  // namespace jitterscope
