#include "app/commands/analyze.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/metrics/report_json.h"
#include "core/metrics/stream_analysis.h"
#include "core/trace/csv_import.h"
#include "core/trace/file_head.h"
#include "core/trace/reader.h"

namespace jitterscope {
namespace {

std::string lower_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

std::optional<AnalysisInput> read_input(const std::string& path, std::string& error) {
  const std::string extension = lower_extension(path);
  if (extension == ".pcap" || extension == ".pcapng" || extension == ".rtpdump") {
    error = path + ": this version reads .jscope and .csv files only.";
    return std::nullopt;
  }
  if (extension != ".jscope" && !trace::read_file_head(path).sqlite) return import_csv(path, error);
  const auto trace = TraceReader::open(path, error);
  return trace ? to_analysis(*trace, error) : std::nullopt;
}

std::optional<AnalysisReport> analyze_file(const std::string& path, const AnalyzeOptions& options, std::string& error) {
  const auto input = read_input(path, error);
  if (!input) return std::nullopt;
  AnalysisOptions analysis;
  analysis.period_ms = options.period_ms;
  analysis.reference = options.reference_first ? LatenessReference::kFirst : LatenessReference::kMinimum;
  analysis.ssrc = options.ssrc;
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
  const auto& shown = several ? json : json["files"][0];
  fmt::print("{}\n", shown.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace

int run_analyze(const AnalyzeOptions& options) {
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
  CLI::App* command = app.add_subcommand("analyze", "Figures of recorded traces and packet lists");
  command->add_option("FILE", options->files, ".jscope trace or .csv packet list (seq,send_us,recv_us[,size][,frame])")
      ->required();
  command->add_option("--period-ms", options->period_ms, "Nominal period of frames or blocks, ms")
      ->check(CLI::PositiveNumber);
  command
      ->add_option_function<std::string>(
          "--reference", [options](const std::string& word) { options->reference_first = word == "first"; },
          "Transit against which lateness is measured: minimum (default) or first")
      ->check(CLI::IsMember({"minimum", "first"}));
  command->add_option("--ssrc", options->ssrc, "Only this stream (decimal or 0x…)");
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &run] { run = [options] { return run_analyze(*options); }; });
  return command;
}

}  // namespace jitterscope
