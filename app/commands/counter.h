#pragma once
// Words of processes that this program starts for itself; nobody types them, so --help does not show them.

namespace jitterscope {

/// To be called first in main, before anything is made. `counter PID` counts without end (claypool98 §5) and never
/// returns; `tied PID WORDS…` takes these two words away and returns. Both take the normal class, die with the process
/// PID that must be their parent, and end at once (status 1) when it is gone already.
void become_child_if_told(int& count, char** arguments);

}  // namespace jitterscope
