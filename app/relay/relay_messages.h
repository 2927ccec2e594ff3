#pragma once
// The JSON lines between the relay and the program that started it (jitterscope relay --help shows them).
#include <nlohmann/json.hpp>
#include <optional>

#include "core/call/path/conditions_host.h"
#include "core/events/condition_events.h"

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

}  // namespace jitterscope
