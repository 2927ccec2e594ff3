#include "app/window/start_settings.h"

#include <stdexcept>
#include <utility>

#include <QTimer>

#include "core/call/capture/make_source.h"
#include "ui/remembered_settings.h"

namespace jitterscope {
namespace {

constexpr int kDevicePollMs = 100;

/// Why a source cannot be opened now; of a device who opens it says so. Empty: it can.
template <typename S>
std::string why_not_now(const Set<S>& wanted) {
  try {
    if constexpr (std::is_same_v<S, setting::Video>) make_video_source(wanted.value);
    if constexpr (std::is_same_v<S, setting::Audio>) make_audio_source(wanted.value);
  } catch (const std::runtime_error& error) { return error.what(); }
  return {};
}

}  // namespace

StartSettings set_as_remembered(Endpoint& session, const CallOptions& options) {
  KeptSettings kept = take_kept_settings(why_unusable);
  StartSettings start{{}, {}, std::move(kept.sentence)};
  for (const AnySetting& setting : not_given(options, std::move(kept.settings))) {
    start.chosen.insert(name_of(setting));
    if (std::holds_alternative<SetVideo>(setting) || std::holds_alternative<SetAudio>(setting))
      start.sources.push_back(setting);
    else
      session.post(command_of(setting));
  }
  return start;
}

std::string take_sources(Endpoint& session, const StartSettings& start, const std::set<std::string>& others) {
  std::string troubles;
  for (const AnySetting& setting : start.sources) {
    if (others.contains(name_of(setting))) continue;
    const std::string trouble = std::visit([](const auto& wanted) { return why_not_now(wanted); }, setting);
    if (trouble.empty())
      session.post(command_of(setting));
    else
      troubles += (troubles.empty() ? "" : " ") + trouble;
  }
  return troubles;
}

void prefer_devices(Endpoint& session, DeviceList& list, const CallOptions& options, std::set<std::string> chosen,
                    QObject* context) {
  if (list.version() == 0) {
    QTimer::singleShot(kDevicePollMs, context, [&session, &list, &options, chosen = std::move(chosen), context] {
      prefer_devices(session, list, options, chosen, context);
    });
    return;
  }
  const DeviceLists devices = list.current();
  const auto is_open = [&]<typename S>(std::type_identity<S>) {
    return !options.gives<S>() && !chosen.contains(std::string(S::facts.name));
  };
  if (is_open(std::type_identity<setting::Video>()) && !devices.cameras.empty()) {
    VideoSourceSetting camera = options.settings.video;
    camera.kind = VideoSourceKind::kCamera;
    session.post(SetVideo{camera});
  }
  if (is_open(std::type_identity<setting::Audio>()) && !devices.microphones.empty())
    session.post(SetAudio{{AudioSourceKind::kMicrophone, ""}});
}

}  // namespace jitterscope
