#include "app/doctor/checks.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

namespace jitterscope::doctor {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool is_socket(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode);
}

/// What the environment and the usual sockets say.
std::string sound_server() {
  const std::string folder = variable("XDG_RUNTIME_DIR");
  const bool pipewire = !folder.empty() && is_socket(folder + "/pipewire-0");
  const bool pulse = !variable("PULSE_SERVER").empty() || (!folder.empty() && is_socket(folder + "/pulse/native"));
  if (pipewire) return "PipeWire";
  return pulse ? "PulseAudio" : "no server";
}

std::string joined(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::to_string(fmt::join(names, ", "));
}

std::int64_t video_nodes() {
  std::int64_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", error))
    count += entry.path().filename().string().starts_with("video");
  return count;
}

Check check_sound(const DeviceNames& names) {
  const std::string server = sound_server();
  Check check{"devices.sound", "Microphone and speaker", {}};
  check.figures = {{"server", server, ""},
                   {"microphones", names.answered ? Value(joined(names.microphones)) : Value(), ""},
                   {"speakers", names.answered ? Value(joined(names.speakers)) : Value(), ""}};
  if (!names.microphones.empty() && !names.speakers.empty()) return check;
  const bool none = names.microphones.empty() && names.speakers.empty();
  check.verdict = none ? Verdict::kMissing : Verdict::kLimited;
  if (!names.answered)
    check.remedy =
        "The sound server did not answer within 3 s: restart it (`systemctl --user restart pipewire "
        "pipewire-pulse`). `--audio speech --speaker none` needs none.";
  else if (none && server == "no server")
    check.remedy = "Start PipeWire or PulseAudio as this user. `--audio speech --speaker none` needs none.";
  else
    check.remedy = std::string("Connect a ") + (names.microphones.empty() ? "microphone" : "speaker") +
                   (none ? " and a speaker" : "") + ". `--audio speech --speaker none` needs none.";
  return check;
}

Check check_camera(const DeviceNames& names) {
  const std::int64_t nodes = video_nodes();
  Check check{"devices.camera", "Camera", {}};
  check.figures = {{"cameras", names.answered ? Value(joined(names.cameras)) : Value(), ""},
                   {"video_nodes", nodes, ""}};
  if (!names.cameras.empty()) return check;
  check.verdict = Verdict::kMissing;
  if (!names.answered)
    check.remedy =
        "The list of cameras did not come within 3 s: restart the sound and camera server. `--video "
        "synthetic` needs none.";
  else if (nodes > 0)
    check.remedy =
        "There is /dev/video* but no camera that can be opened: join the group video and log in again. "
        "`--video synthetic` needs none.";
  else
    check.remedy = "Connect a camera. `--video synthetic` or `--video file:PATH` needs none.";
  return check;
}

Value word(const std::string& text) {
  return text.empty() ? Value() : Value(text);
}

}  // namespace

std::vector<Check> check_devices(const DeviceNames& names) {
  return {check_sound(names), check_camera(names)};
}

Check check_display() {
  const std::string x11 = variable("DISPLAY"), wayland = variable("WAYLAND_DISPLAY");
  Check check{"display", "Display", {{"x11", word(x11), ""}, {"wayland", word(wayland), ""}}};
  if (!x11.empty() || !wayland.empty()) return check;
  check.missing(
      "There is no screen for the window (DISPLAY and WAYLAND_DISPLAY are unset): log in graphically or use "
      "`ssh -X`. Calls with --headless, analyze and labs need none.");
  return check;
}

}  // namespace jitterscope::doctor
