#include "core/call/session/settings_json.h"

#include <nlohmann/json.hpp>
#include <type_traits>

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

/// A number or a truth value as such, what is not chosen as null, all else in words.
template <typename S>
Json json_of(const typename S::Value& value) {
  using Value = typename S::Value;
  if constexpr (std::is_arithmetic_v<Value>)
    return value;
  else if constexpr (std::is_same_v<Value, Duration>)
    return value.us();
  else if constexpr (requires { value.has_value(); })
    return value ? Json(*value) : Json(nullptr);
  else
    return S::words(value);
}

}  // namespace

std::string settings_json(const CallSettings& settings) {
  Json json = Json::object();
  each_setting([&]<typename S>() {
    if (!S::facts.logged) return;
    if constexpr (requires { typename std::remove_cvref_t<decltype(settings.*S::field)>::mapped_type; }) {
      Json& chosen = json[std::string(S::facts.option)] = Json::object();  // by threads, where somebody has
      for (const auto& [key, value] : settings.*S::field) chosen[std::string(to_string(key))] = json_of<S>(value);
    } else if constexpr (SettingForEachKey<S>) {
      for (const auto key : S::keys()) {
        const auto set = setting_of<S>(settings, key);
        json[json_key(name_of(set))] = json_of<S>(set.value);
      }
    } else {
      json[json_key(S::facts.name)] = json_of<S>(settings.*S::field);
    }
  });
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace jitterscope
