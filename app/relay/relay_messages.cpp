#include "app/relay/relay_messages.h"

#include "core/events/table.h"
#include "core/events/words.h"

#include <netdb.h>

#include <concepts>
#include <utility>

namespace jitterscope {
namespace {

using nlohmann::json;

struct NotReadable {};

/// Whatever another type than the wanted one makes the library throw is an unreadable message.
template <typename Read>
auto readable(Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const json::exception&) { return std::nullopt; } catch (const NotReadable&) {
    return std::nullopt;
  }
}

/// Of a fraction, or a number that does not fit, the library makes another one.
template <std::integral Number>
Number whole(const json& value) {
  if (value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>())) return value.get<Number>();
  if (value.is_number_integer() && !value.is_number_unsigned() && std::in_range<Number>(value.get<std::int64_t>()))
    return value.get<Number>();
  throw NotReadable();
}

SocketAddress wanted_address(const json& text) {
  const auto address = read_address(text);
  return address ? *address : throw NotReadable();
}

constexpr std::pair<const char*, SocketAddress RelayRoute::*> kRouteAddresses[] = {
    {"near_audio", &RelayRoute::near_audio},
    {"near_video", &RelayRoute::near_video},
    {"far_audio", &RelayRoute::far_audio},
    {"far_video", &RelayRoute::far_video}};

/// A report has the columns that it has in a trace, but whose it is: the relay's.
template <typename Act>
void each_field(Act&& act) {
  for (const trace::Column& column : trace::event_tables()[kPlaceOf<LinkReport>].columns)
    if (column.name != "kernel") act(column);
}

json written_value(const trace::Column& column, const LinkReport& report) {
  const trace::Value value = column.get(&report);
  if (value.is_absent()) return {};
  switch (column.type->form) {
    case trace::Form::kWord: return value.text;
    case trace::Form::kTruth: return value.whole != 0;
    case trace::Form::kReal: return value.real;
    default: return value.whole;
  }
}

void read_value(const json& from, const trace::Column& column, LinkReport& report) {
  trace::Value value;
  if (column.type->form == trace::Form::kWord) {
    const auto way = value_of_word<LinkWay>(from.get<std::string>());
    value = trace::Value::of(way ? static_cast<std::int64_t>(*way) : throw NotReadable());
  } else if (column.type->form == trace::Form::kTruth) {
    value = trace::Value::of(std::int64_t{from.get<bool>()});
  } else if (!column.type->is_real()) {
    value = trace::Value::of(whole<std::int64_t>(from));
  } else if (!column.type->optional || !from.is_null()) {
    value = trace::Value::of_real(from.get<double>());
  }
  if (!column.set(&report, value)) throw NotReadable();
}

}  // namespace

std::optional<SocketAddress> read_address(const json& text) {
  if (!text.is_string()) return std::nullopt;
  const auto host_port = parse_host_port(text.get<std::string>(), 0);
  if (!host_port || host_port->port == 0) return std::nullopt;
  addrinfo hints{}, *found = nullptr;
  hints.ai_flags = AI_NUMERICHOST;
  hints.ai_socktype = SOCK_DGRAM;
  if (getaddrinfo(host_port->host.c_str(), nullptr, &hints, &found) != 0) return std::nullopt;
  const SocketAddress address(found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return address.with_port(host_port->port);
}

json write_route(const RelayRoute& route) {
  json written;
  for (const auto& [name, address] : kRouteAddresses) written[name] = (route.*address).to_string();
  return written;
}

std::optional<RelayRoute> read_route(const json& message) {
  return readable([&]() -> std::optional<RelayRoute> {
    RelayRoute route;
    for (const auto& [name, address] : kRouteAddresses) route.*address = wanted_address(message.at(name));
    return route;
  });
}

json write_path(const RelayPath& path) {
  return {{"audio", path.audio.to_string()},
          {"video", path.video.to_string()},
          {"far_audio", path.far_audio},
          {"far_video", path.far_video}};
}

std::optional<RelayPath> read_path(const json& message) {
  return readable([&]() -> std::optional<RelayPath> {
    return RelayPath{wanted_address(message.at("audio")), wanted_address(message.at("video")),
                     whole<std::uint16_t>(message.at("far_audio")), whole<std::uint16_t>(message.at("far_video"))};
  });
}

json write_report(const LinkReport& report) {
  json written{{"at", report.at.ns()}};
  each_field([&](const trace::Column& field) { written[std::string(field.name)] = written_value(field, report); });
  return written;
}

std::optional<LinkReport> read_report(const json& message) {
  return readable([&]() -> std::optional<LinkReport> {
    LinkReport report;
    report.at = Timestamp::ns(whole<std::int64_t>(message.at("at")));
    each_field([&](const trace::Column& field) { read_value(message.at(std::string(field.name)), field, report); });
    return report;
  });
}

std::optional<RelayCommand> read_command(const json& message, std::string& error) {
  if (!message.is_object()) return error = "A command is a JSON object on one line.", std::nullopt;
  const auto words = [&](const char* name) { return message.value(name, json()); };
  if (const json link = words("link"); link.is_string()) return LinkSettings::parse(link.get<std::string>(), error);
  if (const json route = words("route"); !route.is_null()) {
    if (const auto read = read_route(route)) return *read;
    error = "The route needs near_audio, near_video, far_audio and far_video as HOST:PORT.";
    return std::nullopt;
  }
  if (const json background = words("background"); background.is_string())
    return BackgroundSetting::parse(background.get<std::string>(), error);
  if (const json seed = words("seed"); !seed.is_null()) {
    if (seed.is_number_unsigned()) return LinkSeed{seed.get<std::uint64_t>()};
    error = "The seed is a whole number from 0 on.";
    return std::nullopt;
  }
  if (const json control = words("control"); control.is_object()) {
    const auto target = read_address(control.value("to", json()));
    const json by_remote = control.value("called_by_remote", json(false));
    if (target && by_remote.is_boolean()) return ControlTarget{*target, by_remote.get<bool>()};
    error =
        "The control connection needs the remote as {\"to\":\"HOST:PORT\"}, in figures; called_by_remote is true or "
        "false.";
    return std::nullopt;
  }
  if (words("end") == json(true)) return EndOfLink{};
  error = "A command is one of link, background, seed, route, control and end.";
  return std::nullopt;
}

RelayLine read_relay_line(std::string_view line) {
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object()) return {};
  if (message.contains("ok") || message.contains("error")) return {true, {}, {}};
  RelayLine read{false, read_report(message.value("report", json())), {}};
  if (const json notice = message.value("notice", json()); notice.is_string()) read.notice = notice.get<std::string>();
  return read;
}

std::optional<json> read_answer(std::string_view line, std::string& error) {
  const json answer = json::parse(line, nullptr, false);
  if (answer.is_object() && answer.contains("ok")) return answer.at("ok");
  const json sentence = answer.is_object() ? answer.value("error", json()) : json();
  error = sentence.is_string() ? sentence.get<std::string>() : "The relay refused.";
  return std::nullopt;
}

}  // namespace jitterscope
