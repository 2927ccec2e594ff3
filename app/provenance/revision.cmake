# Writes OUTPUT, the one source that names the revision of SOURCE, when that is another one than before: a commit compiles
# this file again and links the program, nothing else.
set(revision "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} --no-optional-locks describe --always --dirty --tags WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE revision ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT revision MATCHES "^[-+.A-Za-z0-9_/]*$")
  set(revision "")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
// Made by app/provenance/revision.cmake.
#include "app/provenance/revision.h"

namespace jitterscope {

const char* const kSourceRevision = "@revision@";

}  // namespace jitterscope
]] @ONLY)
