#include "app/command_line/file_rights.h"

#include <linux/capability.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/output.h"

namespace jitterscope {
namespace {

/// Who the user is, how he reads, where the screen, sound and services are. What is not here is not needed: libraries
/// that come later may read more. Each name has a blank before and after it.
constexpr std::string_view kKept =
    " "
    "PATH HOME USER LOGNAME LANG LANGUAGE TZ TERM COLUMNS LINES NO_COLOR DISPLAY WAYLAND_DISPLAY "
    "XAUTHORITY XDG_RUNTIME_DIR XDG_SESSION_TYPE XDG_SESSION_ID XDG_CURRENT_DESKTOP "
    "DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS PULSE_SERVER PULSE_COOKIE PIPEWIRE_RUNTIME_DIR "
    "PIPEWIRE_REMOTE QT_QPA_PLATFORM QT_SCALE_FACTOR ";

bool is_kept(std::string_view name) {
  return name.starts_with("LC_") || kKept.find(" " + std::string(name) + " ") != std::string_view::npos;
}

void keep_harmless_variables() {
  std::vector<std::string> names;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view variable(*each);
    names.emplace_back(variable.substr(0, variable.find('=')));
  }
  for (const std::string& name : names)
    if (!is_kept(name)) unsetenv(name.c_str());
}

/// False: errno says why.
bool lay_down_sys_nice() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) return false;
  constexpr unsigned kOthers = ~(1u << CAP_SYS_NICE);
  sets[0] = {sets[0].effective & kOthers, sets[0].permitted & kOthers, sets[0].inheritable & kOthers};
  return syscall(SYS_capset, &header, sets.data()) == 0;
}

}  // namespace

void lay_down_file_rights() {
  if (getauxval(AT_SECURE) == 0) return;
  keep_harmless_variables();
  if (lay_down_sys_nice()) return;
  say(std::string("The rights that this program has by its file cannot be laid down: ") + std::strerror(errno) +
      ". Take them from the file (setcap -r), then start it again.");
  std::_Exit(1);
}

}  // namespace jitterscope
