#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/file_options.h"
#include "app/command_line/file_span.h"
#include "app/command_line/limit_option.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/measures/compare/compare_calls.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/report/report_json.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

struct CompareOptions {
  std::vector<std::string> files;            // one or two
  std::array<AnalysisOptions, 2> stretches;  // before, after
  CaptureOptions capture;
  std::optional<ClockRelation> clocks;
  MediaLimits limits;
  bool json = false;
};

constexpr std::array kFromOptions{"--from", "--from2"}, kToOptions{"--to", "--to2"};

double begin_of(const AnalysisOptions& stretch) {
  return stretch.from_s.value_or(0);
}
double end_of(const AnalysisOptions& stretch) {
  return stretch.to_s.value_or(std::numeric_limits<double>::infinity());
}

/// Refuses stretches that are none, or that share packets.
void check(const CompareOptions& options) {
  const auto& [before, after] = options.stretches;
  for (std::size_t i = 0; i < options.stretches.size(); ++i)
    if (const double begin = begin_of(options.stretches[i]), end = end_of(options.stretches[i]); begin >= end)
      refuse(fmt::format("{}: {} is not after {} {}", kToOptions[i], end, kFromOptions[i], begin));
  std::error_code unknown;
  if (options.files.size() > 1 && options.files[0] != options.files[1] &&
      !std::filesystem::equivalent(options.files[0], options.files[1], unknown))
    return;
  if (begin_of(before) < end_of(after) && begin_of(after) < end_of(before))
    refuse(
        "compare: the two stretches share packets. Give two files, or two stretches of one that do not overlap, as "
        "--to 60 --from2 60");
}

std::optional<AnalysisInput> read(const std::string& path, const CompareOptions& options) {
  std::string error, note;
  auto input = read_stream_file(path, options.capture, error, note);
  if (!input) say(error);
  if (!note.empty()) say(fmt::format("{}: {}", path, note));
  return input;
}

int run_compare(const CompareOptions& options, const ProvenanceSource& made) {
  const auto first = read(options.files.front(), options);
  const bool two = options.files.size() > 1;
  const auto second = two && first ? read(options.files.back(), options) : std::nullopt;
  if (!first || (two && !second)) return 1;
  for (const std::string& beyond :
       {why_beyond(*first, options.files.front(), options.stretches[0].from_s),
        why_beyond(two ? *second : *first, options.files.back(), options.stretches[1].from_s)})
    if (!beyond.empty()) {
      say(beyond);
      return 1;
    }
  const Comparison comparison = compare(*first, options.stretches[0], two ? *second : *first, options.stretches[1]);
  if (options.json)
    print_result(to_json(comparison), made.now());
  else
    print_text(to_text(comparison) + "\n" + provenance_sentence(made.now()) + "\n");
  return 0;
}

}  // namespace

void add_compare(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<CompareOptions>();
  const OptionList command = program.command("compare", "What changed between two stretches of a call, or two calls");
  command
      .add("FILE", options->files, "Any file that analyze reads: the call before, and the one after if it is another")
      .required()
      .at_most(2);
  constexpr double kLatest = 100'000'000;  // s, as of analyze
  constexpr std::array kStretches{"before", "after"};
  for (std::size_t i = 0; i < options->stretches.size(); ++i) {
    command
        .add(kFromOptions[i], options->stretches[i].from_s,
             fmt::format("The stretch {} begins at this second", kStretches[i]))
        .within(0, kLatest);
    command
        .add(kToOptions[i], options->stretches[i].to_s,
             fmt::format("The stretch {} ends before this second", kStretches[i]))
        .within(0, kLatest);
  }
  command.add("--port", options->capture.port, "In captures: what goes from or to this UDP port is RTP").port();
  add_file_options(command, options->capture.payloads, options->clocks);
  add_limit_option(command, options->limits);
  command.flag("--json", options->json, "One JSON object on standard output");
  command.runs(
      run, [options, &made] { return run_compare(*options, made); },
      [options] {
        check(*options);
        for (AnalysisOptions& stretch : options->stretches)
          stretch.clocks = options->clocks, stretch.limits = options->limits;
      });
}

}  // namespace jitterscope
