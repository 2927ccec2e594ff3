#include "core/measures/tracks/streams/medium_comes.h"

#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/settings/audio.h"
#include "core/events/settings/reception.h"
#include "core/events/settings/video.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

/// Of a source told by the remote, whose words need not name one that can be opened here.
template <typename S>
std::optional<bool> is_sent(const SettingChanged& change) {
  if (!concerns<S>(change)) return std::nullopt;
  const auto set = as<S>(change);
  return !set || set->value.kind != decltype(set->value.kind)::kNone;
}

}  // namespace

std::optional<bool> medium_comes(const SettingChanged& change, Medium medium) {
  if (change.end == End::kRemote)
    return medium == Medium::kVideo ? is_sent<setting::Video>(change) : is_sent<setting::Audio>(change);
  const auto set = as<setting::Reception>(change);
  return set && set->key == medium ? std::optional(set->value) : std::nullopt;
}

}  // namespace jitterscope
