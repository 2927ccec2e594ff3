#include "core/call/session/picture_control.h"

#include <string>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr std::string_view kNeedsSound =
    "Rate control judges the path by the delays of your sound: until the remote hears it, the picture goes as you set "
    "it.";
constexpr std::string_view kSoundGoes = "The sound goes: rate control begins.";

}  // namespace

void PictureControl::set(std::unique_ptr<RateController> controller, const RateControlSetting& setting,
                         bool sound_goes) {
  waits_ = needs_reports(setting) && !sound_goes;
  if (!needs_reports(setting)) news_.forget();
  if (waits_) {
    news_.changed(true);
    tell(monotonic_now());
    controller.reset();
  }
  analysis_.set_controller(std::move(controller), setting.controller);
}

void PictureControl::look_for_reports(const RateControlSetting& setting, bool sound_goes) {
  if ((needs_reports(setting) && !sound_goes) == waits_) return;
  std::string error;
  set(choose_controller(setting, error), setting, sound_goes);
  if (!waits_) news_.changed(false);
  tell(monotonic_now());
}

void PictureControl::tell(Timestamp now) {
  const auto told = news_.take(now);
  if (!told) return;
  std::string words(told->state ? kNeedsSound : kSoundGoes);
  if (told->untold > 0) words += " It changed " + std::to_string(told->untold) + " times meanwhile.";
  rings_.of(ThreadRole::kSession)
      .push(Notice{static_cast<std::uint8_t>(told->state ? 1 : 0), ShortText<160>(words), now});
}

}  // namespace jitterscope
