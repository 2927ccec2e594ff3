#include "core/base/scheduling/thread_role.h"

#include <array>

#include "core/base/units/enum_words.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, kThreadRoles> kRoleNames{
    "audio-send",   "audio-receive",   "audio-device", "rtcp",
    "video-send",   "video-receive",   "video-encode", "video-decode",
    "command-send", "command-receive", "analysis",     "recorder",
    "ui",           "video-capture",   "session",      "watchdog"};

}  // namespace

std::string_view to_string(ThreadRole role) {
  return word_of_value(kRoleNames, role);
}
std::optional<ThreadRole> parse_thread_role(std::string_view word) {
  return value_of_word<ThreadRole>(kRoleNames, word);
}

}  // namespace jitterscope
