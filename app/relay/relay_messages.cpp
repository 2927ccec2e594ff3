#include "app/relay/relay_messages.h"

#include <netdb.h>

#include <concepts>
#include <utility>

namespace jitterscope {
namespace {

using nlohmann::json;

struct NotWhole {};

/// Whatever another type than the wanted one makes the library throw is an unreadable message.
template <typename Read>
auto readable(Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const json::exception&) { return std::nullopt; } catch (const NotWhole&) {
    return std::nullopt;
  }
}

/// Of a fraction, or a number that does not fit, the library makes another one.
template <std::integral Number>
Number whole(const json& value) {
  if (value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>())) return value.get<Number>();
  if (value.is_number_integer() && !value.is_number_unsigned() && std::in_range<Number>(value.get<std::int64_t>()))
    return value.get<Number>();
  throw NotWhole();
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
  return {{"near_audio", route.near_audio.to_string()},
          {"near_video", route.near_video.to_string()},
          {"far_audio", route.far_audio.to_string()},
          {"far_video", route.far_video.to_string()}};
}

std::optional<RelayRoute> read_route(const json& message) {
  return readable([&]() -> std::optional<RelayRoute> {
    const auto near_audio = read_address(message.at("near_audio")), near_video = read_address(message.at("near_video"));
    const auto far_audio = read_address(message.at("far_audio")), far_video = read_address(message.at("far_video"));
    if (!near_audio || !near_video || !far_audio || !far_video) return std::nullopt;
    return RelayRoute{*near_audio, *near_video, *far_audio, *far_video};
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
    const auto audio = read_address(message.at("audio")), video = read_address(message.at("video"));
    if (!audio || !video) return std::nullopt;
    return RelayPath{*audio, *video, whole<std::uint16_t>(message.at("far_audio")),
                     whole<std::uint16_t>(message.at("far_video"))};
  });
}

json write_report(const LinkReport& report) {
  return {{"way", to_string(report.way)},
          {"queue_packets", report.queue_packets},
          {"queue_packets_max", report.queue_packets_max},
          {"queue_bytes", report.queue_bytes},
          {"offered", report.offered},
          {"delivered", report.delivered},
          {"duplicated", report.duplicated},
          {"dropped_queue", report.dropped_queue},
          {"dropped_random", report.dropped_random},
          {"dropped_collisions", report.dropped_collisions},
          {"dropped_overload", report.dropped_overload},
          {"media_dropped", report.media_dropped},
          {"background_offered", report.background_offered},
          {"background_dropped", report.background_dropped},
          {"delivered_kbps", report.delivered_kbps},
          {"own_delay_us", report.own_delay_us ? json(*report.own_delay_us) : json()},
          {"overloaded", report.overloaded},
          {"at", report.at.ns()}};
}

std::optional<LinkReport> read_report(const json& message) {
  return readable([&]() -> std::optional<LinkReport> {
    const auto way = parse_link_way(message.at("way").get<std::string>());
    if (!way) return std::nullopt;
    LinkReport report;
    report.way = *way;
    const auto read = [&](const char* name, auto& count) {
      count = whole<std::remove_reference_t<decltype(count)>>(message.at(name));
    };
    read("queue_packets", report.queue_packets);
    read("queue_packets_max", report.queue_packets_max);
    read("queue_bytes", report.queue_bytes);
    read("offered", report.offered);
    read("delivered", report.delivered);
    read("duplicated", report.duplicated);
    read("dropped_queue", report.dropped_queue);
    read("dropped_random", report.dropped_random);
    read("dropped_collisions", report.dropped_collisions);
    read("dropped_overload", report.dropped_overload);
    read("media_dropped", report.media_dropped);
    read("background_offered", report.background_offered);
    read("background_dropped", report.background_dropped);
    message.at("delivered_kbps").get_to(report.delivered_kbps);
    if (const json& delay = message.at("own_delay_us"); !delay.is_null()) report.own_delay_us = delay.get<double>();
    message.at("overloaded").get_to(report.overloaded);
    report.at = Timestamp::ns(whole<std::int64_t>(message.at("at")));
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
  if (const json control = words("control"); control.is_object()) {
    const auto target = read_address(control.value("to", json()));
    const json by_remote = control.value("called_by_remote", json(false));
    if (target && by_remote.is_boolean()) return ControlTarget{*target, by_remote.get<bool>()};
    error =
        "The control connection needs the remote as {\"to\":\"HOST:PORT\"}, in figures; called_by_remote is true or "
        "false.";
    return std::nullopt;
  }
  error = "A command is one of link, background, route and control.";
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
