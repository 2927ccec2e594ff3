#pragma once
// The JSON lines between the relay and the program that started it (jitterscope relay --help shows them).
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/call/path/conditions_host.h"
#include "core/events/kinds/link_report.h"
#include "core/events/link_setting.h"

namespace jitterscope {

// Each read_… gives nullopt for anything else than what the write_… beside it makes.
nlohmann::json write_route(const RelayRoute& route);
std::optional<RelayRoute> read_route(const nlohmann::json& json);
nlohmann::json write_path(const RelayPath& path);
std::optional<RelayPath> read_path(const nlohmann::json& json);
nlohmann::json write_report(const LinkReport& report);
std::optional<LinkReport> read_report(const nlohmann::json& json);
/// "1.2.3.4:5004", "[::1]:5004"; never asks a name server.
std::optional<SocketAddress> read_address(const nlohmann::json& json);

/// Where the control connection goes on to.
struct ControlTarget {
  SocketAddress to;
  bool called_by_remote = false;
};
/// The seed from which the link begins to draw anew.
struct LinkSeed {
  std::uint64_t value = 0;
};
/// The call is over.
struct EndOfLink {};
using RelayCommand = std::variant<LinkSettings, RelayRoute, BackgroundSetting, LinkSeed, ControlTarget, EndOfLink>;
/// A line to the relay. nullopt: `error` is the sentence that it answers.
std::optional<RelayCommand> read_command(const nlohmann::json& json, std::string& error);

/// A line from the relay; an empty one when it cannot be read.
struct RelayLine {
  bool is_answer = false;  // to a command: read_answer()
  std::optional<LinkReport> report;
  std::optional<std::string> notice;
};
RelayLine read_relay_line(std::string_view line);
/// What stands under "ok"; nullopt: `error` is why the relay refused.
std::optional<nlohmann::json> read_answer(std::string_view line, std::string& error);

}  // namespace jitterscope
