#pragma once

namespace jitterscope {

/// The revision of the source that this program was built from, as `git describe --always --dirty` names it; empty: it
/// was not built from a checkout. Its definition is made by each build (revision.cmake).
extern const char* const kSourceRevision;

}  // namespace jitterscope
