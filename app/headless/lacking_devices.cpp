#include "app/headless/lacking_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/devices/device_list.h"

namespace jitterscope {
namespace {

struct Wanted {
  const char* kind;
  std::vector<Device> DeviceLists::*devices;
  std::string id;  // empty: any
  const char* remedy;
};

std::vector<Wanted> wanted_by(const CallOptions& options) {
  constexpr auto kSoundServer = "Plug one in, or see whether a sound server (PulseAudio, PipeWire) runs.";
  const CallSettings& settings = options.settings;
  std::vector<Wanted> wanted;
  if (options.gives<setting::Video>() && settings.video.kind == VideoSourceKind::kCamera)
    wanted.push_back({"camera", &DeviceLists::cameras, settings.video.id, "Plug one in, or choose another --video."});
  if (options.gives<setting::Audio>() && settings.audio.kind == AudioSourceKind::kMicrophone)
    wanted.push_back({"microphone", &DeviceLists::microphones, settings.audio.id, kSoundServer});
  const std::string& speaker = settings.speaker_id;
  if (options.gives<setting::Speaker>() && speaker != "none")
    wanted.push_back({"loudspeaker", &DeviceLists::speakers, speaker == "default" ? "" : speaker, kSoundServer});
  return wanted;
}

bool is_there(const Wanted& wanted, const DeviceLists& lists) {
  const std::vector<Device>& devices = lists.*wanted.devices;
  return wanted.id.empty() ? !devices.empty() : std::ranges::find(devices, wanted.id, &Device::id) != devices.end();
}

std::string sentence(const Wanted& missing, const DeviceLists& lists) {
  if (missing.id.empty()) return fmt::format("There is no {}. {}", missing.kind, missing.remedy);
  std::string ids;
  for (const Device& device : lists.*missing.devices) ids += fmt::format("{}{}", ids.empty() ? "" : ", ", device.id);
  return fmt::format("The {} \"{}\" is not there. {}", missing.kind, missing.id,
                     ids.empty() ? "This machine has none." : "There are: " + ids + ".");
}

}  // namespace

std::string why_lacking(const CallOptions& options) {
  const std::vector<Wanted> wanted = wanted_by(options);
  if (wanted.empty()) return {};
  const DeviceLists lists = find_devices([&](const DeviceLists& found) {
    return std::ranges::all_of(wanted, [&](const Wanted& each) { return is_there(each, found); });
  });
  for (const Wanted& each : wanted)
    if (!is_there(each, lists)) return sentence(each, lists);
  return {};
}

}  // namespace jitterscope
