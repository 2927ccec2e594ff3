#include <fmt/format.h>
#include <malloc.h>

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
#include "app/command_line/file_span.h"
#include "app/command_line/limit_option.h"
#include "app/command_line/output.h"
#include "app/command_line/run_and_say.h"
#include "app/commands/commands.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/pearson.h"
#include "core/measures/offline/skew_removal.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

struct AnalyzeOptions {
  std::vector<std::string> files;
  CaptureOptions capture;
  AnalysisOptions analysis;
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

/// Says why --remove-skew took skew out of no stream; empty: it did, or it was not asked for.
std::string why_no_skew_removed(const AnalysisInput& input, const AnalysisOptions& options,
                                const AnalysisReport& report) {
  const auto is_removed = [](const StreamReport& stream) {
    return stream.compensation && stream.compensation->skew_removed;
  };
  if (!options.remove_skew || input.streams.empty() || std::ranges::any_of(report.streams, is_removed)) return {};
  std::vector<std::string> reasons;
  for (const StreamInput& stream : input.streams)
    if (auto reason = refusal(stream, options); std::ranges::find(reasons, reason) == reasons.end())
      reasons.push_back(std::move(reason));
  return fmt::format("{}: {} Analyze it without --remove-skew.", report.file, fmt::join(reasons, " "));
}

std::optional<AnalysisReport> analyze_file(const std::string& path, const AnalyzeOptions& options, std::string& error) {
  std::string note;
  const auto input = read_stream_file(path, options.capture, error, note);
  if (!input) return std::nullopt;
  error = why_beyond(*input, path, options.analysis.from_s);
  if (!error.empty()) return std::nullopt;
  if (!note.empty()) say(fmt::format("{}: {}", path, note));
  AnalysisReport report = analyze(*input, options.analysis, side_by_side);
  if (!note.empty()) report.notes.push_back(note);
  if (options.analysis.ssrc && report.streams.empty()) {
    error = fmt::format("{} has no stream with SSRC {}.", path, *options.analysis.ssrc);
    return std::nullopt;
  }
  error = why_no_skew_removed(*input, options.analysis, report);
  return error.empty() ? std::optional(std::move(report)) : std::nullopt;
}

void print_reports(const std::vector<AnalysisReport>& reports, bool several, const ProvenanceSource& made) {
  nlohmann::ordered_json json;
  for (const AnalysisReport& report : reports) json["files"].push_back(to_json(report));
  if (const auto correlation = correlation_of(reports)) json["correlation"] = to_json(*correlation);
  print_result(several ? json : json["files"][0], made.now());
}

int run_analyze(const AnalyzeOptions& options, const ProvenanceSource& made) {
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
    } catch (const std::bad_alloc&) { error = too_large(path); }
    if (report) {
      reports.push_back(std::move(*report));
    } else {
      say(error);
      status = 1;
    }
  }
  if (reports.empty()) return status;
  if (options.json) {
    print_reports(reports, options.files.size() > 1, made);
    return status;
  }
  for (const AnalysisReport& report : reports) print_text(to_text(report));
  print_text("\n" + provenance_sentence(made.now()) + "\n");
  return status;
}

}  // namespace

void add_analyze(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<AnalyzeOptions>();
  AnalysisOptions& analysis = options->analysis;
  const OptionList command = program.command("analyze", "Figures of recorded traces, packet lists and captures");
  command
      .add("FILE", options->files,
           "Trace (.jscope), packet list (.csv: seq,send_us,recv_us[,size][,frame]; .json of irtt client), capture "
           "(.pcap, .pcapng) or .rtpdump; also packed (.gz)")
      .required();
  command.add("--period-ms", analysis.period_ms, "Nominal period of frames or blocks, ms").within(0.001, 3'600'000);
  command
      .add("--dvt", analysis.dvt_factor,
           "Frames and blocks are late beyond this times their period after the one before (1: sun97's own rule)")
      .within(0.001, 1000)
      .with_default();
  command
      .word(
          "--reference",
          [options](const std::string& word) {
            options->analysis.reference = word == "first" ? LatenessReference::kFirst : LatenessReference::kMinimum;
          },
          "Transit against which lateness is measured: minimum (default) or first")
      .one_of({"minimum", "first"});
  command.add("--ssrc", analysis.ssrc, "Only this stream (decimal or 0x…)");
  command.add("--port", options->capture.port, "In captures: what goes from or to this UDP port is RTP").port();
  command
      .add("--playout-ms", analysis.playout_ms,
           "Where nothing tells of playout: units play at the reference transit and so many ms")
      .within(0, 3'600'000);
  add_span_options(command, analysis.from_s, analysis.to_s);
  add_file_options(command, options->capture.payloads, analysis.clocks);
  add_limit_option(command, analysis.limits);
  command.flag("--remove-skew", analysis.remove_skew,
               "Take the drift between the clocks out of delays, proven or not; refused where the clocks agree");
  command.flag("--json", options->json, "One JSON object on standard output");
  command.runs(
      run, [options, &made] { return run_analyze(*options, made); },
      [options] {
        check_span(options->analysis.from_s, options->analysis.to_s);
        options->capture.ssrc = options->analysis.ssrc;
      });
}

}  // namespace jitterscope
