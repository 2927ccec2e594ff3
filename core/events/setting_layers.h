#pragma once
#include <vector>

#include "core/events/settings.h"

namespace jitterscope {

/// Who says how something is set. A later one lies above those before it.
enum class SettingLayer : std::uint8_t { kUser, kRemote, kDemonstration };

/// The settings of an end, in layers: what the top one says is in force, and leaving a layer restores what is below.
/// Any one thread.
class SettingLayers {
 public:
  explicit SettingLayers(CallSettings of_user) : of_user_(std::move(of_user)), in_force_(of_user_) {}

  const CallSettings& in_force() const { return in_force_; }
  const CallSettings* operator->() const { return &in_force_; }

  /// In force from now on: who sets something means it, so what the layers above said of it is gone.
  void put(const AnySetting& wanted, SettingLayer layer = SettingLayer::kUser);
  /// The layer is empty. What is set otherwise by that, as it is in force now: backwards in the order of first puts.
  std::vector<AnySetting> leave(SettingLayer layer);

 private:
  struct Above {
    SettingLayer layer;
    AnySetting setting;
  };
  void renew();

  CallSettings of_user_;
  std::vector<Above> above_;  // as they were put, each setting at most once a layer
  CallSettings in_force_;
};

}  // namespace jitterscope
