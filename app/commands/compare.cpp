#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/file_options.h"
#include "app/command_line/number_option.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "core/measures/compare/compare_calls.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/report/report_json.h"
#include "core/record/import/payload_rule.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

/// Seconds since the call began, of other files since the first packet.
struct CompareSpan {
  std::optional<double> from_s, to_s;
};

struct CompareOptions {
  std::vector<std::string> files;     // one or two
  std::array<CompareSpan, 2> spans;   // before, after
  std::optional<std::uint16_t> port;  // of captures
  std::vector<PayloadRule> payloads;  // of captures
  std::optional<ClockRelation> clocks;
  bool json = false;
};

constexpr std::array kFromOptions{"--from", "--from2"}, kToOptions{"--to", "--to2"};

double begin_of(const CompareSpan& span) {
  return span.from_s.value_or(0);
}
double end_of(const CompareSpan& span) {
  return span.to_s.value_or(std::numeric_limits<double>::infinity());
}

/// Throws what CLI11 shows: spans that are none, or that share packets.
void check(const CompareOptions& options) {
  const auto& [before, after] = options.spans;
  for (std::size_t i = 0; i < options.spans.size(); ++i)
    if (begin_of(options.spans[i]) >= end_of(options.spans[i]))
      throw CLI::ValidationError(kToOptions[i], fmt::format("{} is not after {} {}", end_of(options.spans[i]),
                                                            kFromOptions[i], begin_of(options.spans[i])));
  std::error_code unknown;
  if (options.files.size() > 1 && options.files[0] != options.files[1] &&
      !std::filesystem::equivalent(options.files[0], options.files[1], unknown))
    return;
  if (begin_of(before) < end_of(after) && begin_of(after) < end_of(before))
    throw CLI::ValidationError("compare",
                               "the two stretches share packets. Give two files, or two stretches of one that do not "
                               "overlap, as --to 60 --from2 60");
}

std::optional<AnalysisInput> read(const std::string& path, const CompareOptions& options) {
  std::string error, note;
  auto input = read_stream_file(path, {options.port, {}, options.payloads}, error, note);
  if (!input) say(error);
  if (!note.empty()) say(fmt::format("{}: {}", path, note));
  return input;
}

AnalysisOptions analysis_of(const CompareOptions& options, const CompareSpan& span) {
  AnalysisOptions analysis;
  analysis.clocks = options.clocks;
  analysis.from_s = span.from_s;
  analysis.to_s = span.to_s;
  return analysis;
}

int run_compare(const CompareOptions& options) {
  const auto first = read(options.files.front(), options);
  const bool two = options.files.size() > 1;
  const auto second = two && first ? read(options.files.back(), options) : std::nullopt;
  if (!first || (two && !second)) return 1;
  const Comparison comparison = compare(*first, analysis_of(options, options.spans[0]), two ? *second : *first,
                                        analysis_of(options, options.spans[1]));
  if (options.json)
    print_json(to_json(comparison).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  else
    print_text(to_text(comparison));
  return 0;
}

}  // namespace

void add_compare(CLI::App& app, Run& run) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "What changed between two stretches of a call, or two calls");
  command
      ->add_option("FILE", options->files,
                   "Any file that analyze reads: the call before, and the one after if it is another")
      ->required()
      ->expected(1, 2);
  constexpr double kLatest = 100'000'000;  // s, as of analyze
  constexpr std::array kStretches{"before", "after"};
  for (std::size_t i = 0; i < options->spans.size(); ++i) {
    command
        ->add_option(kFromOptions[i], options->spans[i].from_s,
                     fmt::format("The stretch {} begins at this second", kStretches[i]))
        ->check(number_within(0, kLatest));
    command
        ->add_option(kToOptions[i], options->spans[i].to_s,
                     fmt::format("The stretch {} ends before this second", kStretches[i]))
        ->check(number_within(0, kLatest));
  }
  command->add_option("--port", options->port, "In captures: what goes from or to this UDP port is RTP")
      ->check(CLI::Range(1, 65535));
  add_file_options(*command, options->payloads, options->clocks);
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &run] {
    check(*options);
    run = [options] { return run_compare(*options); };
  });
}

}  // namespace jitterscope
