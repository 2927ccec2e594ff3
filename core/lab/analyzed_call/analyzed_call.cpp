#include "core/lab/analyzed_call/analyzed_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/units/number_words.h"
#include "core/lab/engine/child_process.h"
#include "core/lab/virtual_call/virtual_call.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;
using virtual_call::EndSetup;
using virtual_call::VirtualCall;

constexpr double kLongestOverhead_s = 40;  // of a call beyond its own time
constexpr Duration kDrain = Duration::seconds(2);

/// Options that a call of two processes takes; the others say where files go or who is called.
constexpr std::array kLiveOptions{"link",       "shaping",     "priority", "transport", "rate-control",
                                  "playout",    "background",  "cpu-load", "fps",       "jpeg-quality",
                                  "block-size", "audio-block", "video",    "audio"};
/// A simulated call has no threads, devices or sockets.
constexpr std::array kSimulatedOptions{"link",         "shaping",    "rate-control", "playout", "background",    "fps",
                                       "jpeg-quality", "block-size", "audio-block",  "video",   "latest-wake-ms"};

bool is_of(const auto& options, const std::string& name) {
  return std::ranges::find(options, name) != options.end();
}

std::string needs_number(const std::string& name, const std::string& words, double low, double high) {
  if (const auto number = plain_number(words); number && *number >= low && *number <= high) return {};
  return fmt::format("{} takes a number from {:g} to {:g}, not '{}'.", name, low, high, words);
}

/// Numbers of an object and of those in it; "yes" is 1. Lists and what says who or what it is are left out.
void flatten(const Json& json, const std::string& prefix, CellFigures& figures) {
  for (const auto& [key, value] : json.items()) {
    if (key == "ssrc" || key == "payload" || key == "limits" || key == "streams") continue;
    if (value.is_object()) flatten(value, prefix + key + ".", figures);
    if (value.is_number()) figures.set(prefix + key, value.get<double>());
    if (value.is_boolean()) figures.set(prefix + key, value.get<bool>() ? 1 : 0);
  }
}

/// nullopt: `error` says which words are wrong.
std::optional<EndSetup> setup_of(const CallOptions& options, std::string& error) {
  EndSetup setup;
  for (const auto& [name, words] : options) {
    error = why_no_option(name, words, false);
    if (!error.empty()) return std::nullopt;
    if (name == "shaping") setup.shaping = *ShapingSetting::parse(words);
    if (name == "playout") setup.playout = *PlayoutSetting::parse(words);
    if (name == "fps") setup.frames_per_second = std::stod(words);
    if (name == "jpeg-quality") setup.quality = static_cast<int>(std::stod(words));
    if (name == "block-size") setup.block_size = static_cast<int>(std::stod(words));
    if (name == "video") setup.video_begins = virtual_call::kNever;
    if (name == "latest-wake-ms") setup.latest_wake = Duration::from_ms(std::stod(words));
    if (name == "audio-block") setup.audio_block = static_cast<int>(std::stod(words));
  }
  return setup;
}

TraceMeta meta_of(const EndSetup& setup) {
  TraceMeta meta;
  meta.conference_offset = Duration();
  meta.call_began = VirtualCall::kBegin;
  meta.clock_synchronised = true;
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    const bool sound = medium == Medium::kAudio;
    meta.streams.push_back({.ssrc = virtual_call::ssrc_of(0, medium),
                            .medium = medium,
                            .direction = Direction::kReceived,
                            .payload_type = static_cast<std::uint8_t>(sound ? 0 : 26),
                            .nominal_period_ms = (sound ? setup.audio_period() : setup.video_period()).ms(),
                            .clock_rate_hz = sound ? 8000 : 90'000});
  }
  return meta;
}

}  // namespace

std::optional<CallOptions> parse_options(const std::string& words, std::string& error) {
  CallOptions options;
  std::istringstream in(words);
  for (std::string one; std::getline(in, one, ';');) {
    const auto equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      error = fmt::format("options takes NAME=VALUE parted by semicolons, not '{}'.", one);
      return std::nullopt;
    }
    options[one.substr(0, equals)] = one.substr(equals + 1);
  }
  return options;
}

std::string why_no_option(const std::string& name, const std::string& words, bool live) {
  if (live ? !is_of(kLiveOptions, name) : !is_of(kSimulatedOptions, name))
    return fmt::format("{} is no option that a {} call of a lab takes: {}.", name, live ? "live" : "simulated",
                       live ? fmt::format("{}", fmt::join(kLiveOptions, ", "))
                            : fmt::format("{}", fmt::join(kSimulatedOptions, ", ")));
  std::string error;
  if (name == "link") LinkSettings::parse(words, error);
  if (name == "background") BackgroundSetting::parse(words, error);
  if (name == "rate-control")
    if (const auto setting = RateControlSetting::parse(words, error); setting && setting->on())
      make_rate_controller({*setting, {}}, error);
  if (name == "shaping" && !ShapingSetting::parse(words)) error = "shaping takes a, b, c or N[,INTERVAL_MS].";
  if (name == "playout" && !PlayoutSetting::parse(words)) error = fmt::format("There is no playout '{}'.", words);
  if (name == "fps") error = needs_number(name, words, 1, 60);
  if (name == "jpeg-quality") error = needs_number(name, words, 1, 100);
  if (name == "block-size") error = needs_number(name, words, 64, 65000);
  if (name == "latest-wake-ms") error = needs_number(name, words, 0, 1000);
  if (name == "video" && !live && words != "none") error = "A simulated call has its synthetic picture, or none.";
  if (name == "audio-block") error = needs_number(name, words, 40, 1024);
  return error;
}

std::optional<CellFigures> live_call(const CallOptions& options, double seconds, std::uint64_t seed,
                                     const std::string& folder, std::string& error) {
  const TemporaryFolder own("call");
  const std::filesystem::path out = folder.empty() ? own.path() : std::filesystem::path(folder);
  std::vector<std::string> words{
      "demo",   "--headless",         "--json", "--end-with-parent", "--seconds", fmt::format("{:g}", seconds),
      "--seed", std::to_string(seed), "--out",  out.string()};
  for (const auto& [name, value] : options) words.insert(words.end(), {"--" + name, value});
  const std::filesystem::path log = out / "call.log";
  const auto status =
      run_program(kThisProgram, words, log, Duration::from_seconds(seconds + kLongestOverhead_s), error);
  if (!status) return std::nullopt;
  if (*status != 0) {
    error = fmt::format("The call failed: {}", last_words_in(log));
    return std::nullopt;
  }
  return figures_of_trace(out / "room-b.jscope", error);
}

std::optional<CellFigures> simulated_call(const CallOptions& options, double seconds, std::uint64_t seed,
                                          std::string& error) {
  auto setup = setup_of(options, error);
  if (!setup) return std::nullopt;
  const auto words = [&](const char* name, const char* otherwise) {
    const auto found = options.find(name);
    return found == options.end() ? std::string(otherwise) : found->second;
  };
  setup->ends = VirtualCall::kBegin + Duration::from_seconds(seconds);
  std::array<EndSetup, 2> ends{*setup, *setup};
  ends[0].seed = 2 * seed, ends[1].seed = 2 * seed + 1;
  VirtualCall call(words("link", "off"), ends, seed);
  if (const auto load = BackgroundSetting::parse(words("background", "0"), error); load->kilobytes_per_second > 0)
    call.add_background(*load, VirtualCall::kBegin, setup->ends, seed);
  if (const auto rate = RateControlSetting::parse(words("rate-control", "off"), error); rate->on())
    for (int end = 0; end < 2; ++end) {
      auto controller = make_rate_controller({*rate, {}}, error);
      if (!controller) return std::nullopt;
      call.end(end).set_controller(std::move(controller), rate->controller);
    }
  call.run_for(Duration::from_seconds(seconds) + kDrain);
  call.finish();
  const TemporaryFolder own("call");
  const std::string path = own.path() / "call.jscope";
  TraceRecorder recorder;
  if (!recorder.begin(path, meta_of(*setup)) || !recorder.write(call.end(1).events(), call.now()) ||
      !recorder.close()) {
    error = recorder.error();
    return std::nullopt;
  }
  return figures_of_trace(path, error);
}

std::optional<CellFigures> figures_of_trace(const std::string& path, std::string& error) {
  std::string note;
  const auto input = read_stream_file(path, {}, error, note);
  if (!input) return std::nullopt;
  const Json report = to_json(analyze(*input));
  CellFigures figures;
  for (const Json& stream : report.at("streams"))
    if (stream.at("direction") == "received" && stream.at("medium").is_string()) {
      const std::string medium = stream.at("medium").get<std::string>() + ".";
      flatten(stream, medium, figures);
      if (!stream.at("compensation").is_object()) continue;
      for (const Json& corner : stream["compensation"].at("curve")) {
        figures.samples[medium + "curve.buffer_ms"].push_back(corner[0]);
        figures.samples[medium + "curve.dropped_percent"].push_back(corner[1]);
      }
    }
  if (const auto quality = report.find("quality"); quality != report.end() && quality->is_object())
    flatten(*quality, "quality.", figures);
  if (!figures.numbers.empty()) return figures;
  error = "Nothing was received in the call.";
  return std::nullopt;
}

}  // namespace jitterscope
