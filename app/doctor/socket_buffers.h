#pragma once
#include "app/doctor/check.h"

namespace jitterscope::doctor {

/// The largest buffers a UDP socket gets when it asks for 8 MB; good when a call gets what it asks for.
Check check_socket_buffers();

}  // namespace jitterscope::doctor
