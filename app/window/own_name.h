#pragma once
#include <string>

namespace jitterscope {

/// Who the user of a window is, for whom it calls: the name that was kept, at first that of the user's account.
std::string own_name();
/// Of this machine: who calls without a window.
std::string host_name();
/// For this window and later ones.
void keep_own_name(const std::string& name);

}  // namespace jitterscope
