#include "app/commands/analyze.h"

#include <fmt/format.h>
#include <malloc.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/metrics/pearson.h"
#include "core/metrics/report_json.h"
#include "core/metrics/stream_analysis.h"
#include "core/trace/stream_file.h"

namespace jitterscope {
namespace {

std::optional<AnalysisReport> analyze_file(const std::string& path, const AnalyzeOptions& options, std::string& error) {
  std::string note;
  const auto input = read_stream_file(path, {options.port, options.ssrc}, error, note);
  if (!input) return std::nullopt;
  if (!note.empty()) fmt::print(stderr, "{}: {}\n", path, note);
  AnalysisOptions analysis;
  analysis.period_ms = options.period_ms;
  analysis.reference = options.reference_first ? LatenessReference::kFirst : LatenessReference::kMinimum;
  analysis.ssrc = options.ssrc;
  analysis.remove_skew = options.remove_skew;
  AnalysisReport report = analyze(*input, analysis);
  if (options.ssrc && report.streams.empty()) {
    error = fmt::format("{} has no stream with SSRC {}.", path, *options.ssrc);
    return std::nullopt;
  }
  return report;
}

void print_json(const std::vector<AnalysisReport>& reports, bool several) {
  nlohmann::ordered_json json;
  for (const AnalysisReport& report : reports) json["files"].push_back(to_json(report));
  if (const auto correlation = correlation_of(reports)) json["correlation"] = to_json(*correlation);
  const auto& shown = several ? json : json["files"][0];
  fmt::print("{}\n", shown.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace

int run_analyze(const AnalyzeOptions& options) {
  // One step's memory is the next one's: giving it back in between costs a tenth of the time.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  std::vector<AnalysisReport> reports;
  int status = 0;
  for (const std::string& path : options.files) {
    std::string error;
    if (auto report = analyze_file(path, options, error)) {
      reports.push_back(std::move(*report));
    } else {
      fmt::print(stderr, "{}\n", error);
      status = 1;
    }
  }
  if (reports.empty()) return status;
  if (options.json)
    print_json(reports, options.files.size() > 1);
  else
    for (const AnalysisReport& report : reports) fmt::print("{}", to_text(report));
  return status;
}

CLI::App* add_analyze(CLI::App& app, std::function<int()>& run) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = app.add_subcommand("analyze", "Figures of recorded traces, packet lists and captures");
  command
      ->add_option("FILE", options->files,
                   "Trace (.jscope), packet list (.csv: seq,send_us,recv_us[,size][,frame]), capture (.pcap, .pcapng) "
                   "or .rtpdump")
      ->required();
  command->add_option("--period-ms", options->period_ms, "Nominal period of frames or blocks, ms")
      ->check(CLI::PositiveNumber);
  command
      ->add_option_function<std::string>(
          "--reference", [options](const std::string& word) { options->reference_first = word == "first"; },
          "Transit against which lateness is measured: minimum (default) or first")
      ->check(CLI::IsMember({"minimum", "first"}));
  command->add_option("--ssrc", options->ssrc, "Only this stream (decimal or 0x…)");
  command->add_option("--port", options->port, "In captures: what goes from or to this UDP port is RTP")
      ->check(CLI::Range(1, 65535));
  command->add_flag("--remove-skew", options->remove_skew,
                    "Take the drift between the clocks out of lateness, significant or not");
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &run] { run = [options] { return run_analyze(*options); }; });
  return command;
}

}  // namespace jitterscope
