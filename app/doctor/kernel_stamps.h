#pragma once
#include "app/doctor/check.h"

namespace jitterscope::doctor {

/// Whether datagrams on loopback carry the kernel's receive stamp, and the time from it to the receiving program
/// (default class). Some 0.3 s.
Check check_kernel_stamps();
/// Whether the kernel says when a datagram entered the interface queue and when it left it. Some 0.05 s.
Check check_transmit_stamps();

}  // namespace jitterscope::doctor
