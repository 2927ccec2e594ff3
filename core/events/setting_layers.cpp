#include "core/events/setting_layers.h"

#include <algorithm>

namespace jitterscope {

void SettingLayers::put(const AnySetting& wanted, SettingLayer layer) {
  std::erase_if(above_, [&](const Above& each) { return each.layer > layer && is_same(each.setting, wanted); });
  const auto known = std::ranges::find_if(
      above_, [&](const Above& each) { return each.layer == layer && is_same(each.setting, wanted); });
  if (layer == SettingLayer::kUser)
    jitterscope::put(of_user_, wanted);
  else if (known != above_.end())
    known->setting = wanted;
  else
    above_.push_back({layer, wanted});
  renew();
}

std::vector<AnySetting> SettingLayers::leave(SettingLayer layer) {
  std::vector<AnySetting> left;
  for (const Above& each : above_)
    if (each.layer == layer) left.push_back(each.setting);
  std::erase_if(above_, [&](const Above& each) { return each.layer == layer; });
  renew();
  std::vector<AnySetting> changed;
  for (auto each = left.rbegin(); each != left.rend(); ++each) {
    AnySetting now = same_of(in_force_, *each);
    if (words_of(now) != words_of(*each)) changed.push_back(std::move(now));
  }
  return changed;
}

void SettingLayers::renew() {
  in_force_ = of_user_;
  for (const auto layer : {SettingLayer::kRemote, SettingLayer::kDemonstration})
    for (const Above& each : above_)
      if (each.layer == layer) jitterscope::put(in_force_, each.setting);
}

}  // namespace jitterscope
