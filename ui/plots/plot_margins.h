#pragma once

namespace jitterscope {

inline constexpr int kPlotLeftMargin = 64;  // the same in all, so that time lines up from plot to plot

}  // namespace jitterscope
