#include <fmt/format.h>
#include <malloc.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "app/command_line/file_options.h"
#include "app/command_line/number_option.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/offline/pearson.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/import/payload_rule.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

struct AnalyzeOptions {
  std::vector<std::string> files;
  std::optional<double> period_ms;
  double dvt_factor = 1.5;
  bool reference_first = false;  // else the minimum transit
  std::optional<std::uint32_t> ssrc;
  std::optional<std::uint16_t> port;  // of captures
  std::vector<PayloadRule> payloads;  // of captures
  std::optional<ClockRelation> clocks;
  std::optional<double> playout_ms;
  std::optional<double> from_s, to_s;  // since the call began, of other files since the first packet
  bool remove_skew = false;
  bool json = false;
};

/// On the processors of this machine.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::future<void>> others;
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(count, std::thread::hardware_concurrency()); ++i)
      others.push_back(std::async(std::launch::async, take));
  } catch (const std::system_error&) {}  // no more threads: with those there are
  take();
  for (auto& other : others) other.get();
}

std::optional<AnalysisReport> analyze_file(const std::string& path, const AnalyzeOptions& options, std::string& error) {
  std::string note;
  const auto input = read_stream_file(path, {options.port, options.ssrc, options.payloads}, error, note);
  if (!input) return std::nullopt;
  if (!note.empty()) say(fmt::format("{}: {}", path, note));
  AnalysisOptions analysis;
  analysis.period_ms = options.period_ms;
  analysis.dvt_factor = options.dvt_factor;
  analysis.reference = options.reference_first ? LatenessReference::kFirst : LatenessReference::kMinimum;
  analysis.ssrc = options.ssrc;
  analysis.remove_skew = options.remove_skew;
  analysis.clocks = options.clocks;
  analysis.from_s = options.from_s;
  analysis.to_s = options.to_s;
  analysis.playout_ms = options.playout_ms;
  AnalysisReport report = analyze(*input, analysis, side_by_side);
  if (options.ssrc && report.streams.empty()) {
    error = fmt::format("{} has no stream with SSRC {}.", path, *options.ssrc);
    return std::nullopt;
  }
  return report;
}

void print_reports(const std::vector<AnalysisReport>& reports, bool several) {
  nlohmann::ordered_json json;
  for (const AnalysisReport& report : reports) json["files"].push_back(to_json(report));
  if (const auto correlation = correlation_of(reports)) json["correlation"] = to_json(*correlation);
  const auto& shown = several ? json : json["files"][0];
  print_json(shown.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

int run_analyze(const AnalyzeOptions& options) {
  // One step's memory is the next one's: giving it back in between costs a tenth of the time.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  std::vector<AnalysisReport> reports;
  int status = 0;
  for (const std::string& path : options.files) {
    std::string error;
    std::optional<AnalysisReport> report;
    try {
      report = analyze_file(path, options, error);
    } catch (const std::bad_alloc&) {
      error = path + " does not fit into memory: cut it into parts, or give it a machine with more.";
    }
    if (report) {
      reports.push_back(std::move(*report));
    } else {
      say(error);
      status = 1;
    }
  }
  if (reports.empty()) return status;
  if (options.json)
    print_reports(reports, options.files.size() > 1);
  else
    for (const AnalysisReport& report : reports) print_text(to_text(report));
  return status;
}

}  // namespace

void add_analyze(CLI::App& app, Run& run) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = app.add_subcommand("analyze", "Figures of recorded traces, packet lists and captures");
  command
      ->add_option("FILE", options->files,
                   "Trace (.jscope), packet list (.csv: seq,send_us,recv_us[,size][,frame]), capture (.pcap, .pcapng) "
                   "or .rtpdump; also packed (.gz)")
      ->required();
  command->add_option("--period-ms", options->period_ms, "Nominal period of frames or blocks, ms")
      ->check(number_within(0.001, 3'600'000));
  command
      ->add_option(
          "--dvt", options->dvt_factor,
          "Frames and blocks are late beyond this times their period after the one before (1: sun97's own rule)")
      ->check(number_within(0.001, 1000))
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--reference", [options](const std::string& word) { options->reference_first = word == "first"; },
          "Transit against which lateness is measured: minimum (default) or first")
      ->check(CLI::IsMember({"minimum", "first"}));
  command->add_option("--ssrc", options->ssrc, "Only this stream (decimal or 0x…)");
  command->add_option("--port", options->port, "In captures: what goes from or to this UDP port is RTP")
      ->check(CLI::Range(1, 65535));
  command
      ->add_option("--playout-ms", options->playout_ms,
                   "Where nothing tells of playout: units play at the reference transit and so many ms")
      ->check(number_within(0, 3'600'000));
  add_span_options(*command, options->from_s, options->to_s);
  add_file_options(*command, options->payloads, options->clocks);
  command->add_flag("--remove-skew", options->remove_skew,
                    "Take the drift between the clocks out of delays, proven or not; refused where the clocks agree");
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &run] {
    check_span(options->from_s, options->to_s);
    run = [options] { return run_analyze(*options); };
  });
}

}  // namespace jitterscope
