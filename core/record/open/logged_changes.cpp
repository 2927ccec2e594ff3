#include "core/record/open/logged_changes.h"

#include "core/events/events.h"

#include <variant>

namespace jitterscope {
namespace {

struct ToChange {
  Timestamp began;

  double at_s(Timestamp at) const { return (at - began).seconds(); }
  std::optional<LoggedChange> operator()(const SettingChanged& e) const {
    return LoggedChange{LoggedChange::Kind::kSetting, at_s(e.at), e.end == End::kRemote, std::string(e.name.view()),
                        std::string(e.value.view())};
  }
  std::optional<LoggedChange> operator()(const DemonstrationEntered& e) const {
    return LoggedChange{
        LoggedChange::Kind::kDemonstration, at_s(e.at), e.end == End::kRemote, {}, demonstration_words(e)};
  }
  std::optional<LoggedChange> operator()(const Marker& e) const {
    return LoggedChange{LoggedChange::Kind::kMarker, at_s(e.at), false, {}, std::string(e.text.view())};
  }
  template <typename Other>
  std::optional<LoggedChange> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

bool read_changes(const TraceReader& trace, Timestamp began, const std::function<void(LoggedChange)>& take,
                  std::string& error) {
  const auto take_event = [&](const Event& event) {
    if (auto change = visit(ToChange{began}, event)) take(std::move(*change));
  };
  return trace.read_some<SettingChanged, DemonstrationEntered, Marker>(take_event, error);
}

std::optional<std::vector<LoggedChange>> logged_changes(const TraceReader& trace, Timestamp began, std::string& error) {
  std::vector<LoggedChange> changes;
  const auto take = [&](LoggedChange change) { changes.push_back(std::move(change)); };
  if (!read_changes(trace, began, take, error)) return std::nullopt;
  return changes;
}

}  // namespace jitterscope
