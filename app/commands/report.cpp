#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/command_line/file_options.h"
#include "app/command_line/file_span.h"
#include "app/command_line/limit_option.h"
#include "app/command_line/output.h"
#include "app/command_line/run_and_say.h"
#include "app/commands/commands.h"
#include "app/headless/qt_runtime.h"
#include "app/provenance/provenance_source.h"
#include "core/base/units/printable.h"
#include "core/base/units/shell_word.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/measures/views/snapshot.h"
#include "core/record/disk/output_file.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/span_changes.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/reader.h"
#include "ui/handout/handout.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

struct ReportOptions {
  std::string file, out;
  CaptureOptions capture;
  AnalysisOptions analysis;
};

constexpr double kMost_s = 100'000'000;
constexpr double kBeyondLast_s = 0.001;  // a stretch does not hold its end

std::string analyze_command(const ReportOptions& options) {
  std::string command = "jitterscope analyze " + shell_word(options.file);
  const AnalysisOptions& analysis = options.analysis;
  if (analysis.from_s) command += fmt::format(" --from {}", *analysis.from_s);
  if (analysis.to_s) command += fmt::format(" --to {}", *analysis.to_s);
  command += shell_words(file_arguments(options.capture.payloads, analysis.clocks, options.capture.port)) +
             limit_option_words(analysis.limits);
  return command;
}

bool is_page(const std::string& out, std::string_view suffix) {
  return out.size() > suffix.size() && out.ends_with(suffix);
}

/// Said before anything is read: reading may take long.
std::string why_not_to(const ReportOptions& options) {
  if (!is_page(options.out, ".html") && !is_page(options.out, ".pdf"))
    return options.out + " is neither .html nor .pdf: the report is written as one of these.";
  std::error_code code;
  if (std::filesystem::equivalent(options.out, options.file, code))
    return options.out + " is the file that is reported on. Choose another name for the report.";
  return {};
}

bool read_figures(const ReportOptions& options, Handout& handout, std::string& error) {
  std::string note;
  const auto input = read_stream_file(options.file, options.capture, error, note);
  if (!input) return false;
  error = why_beyond(*input, options.file, options.analysis.from_s);
  if (!error.empty()) return false;
  handout.reports = analyze(*input, options.analysis).streams;
  for (const StreamReport& report : handout.reports) handout.words.push_back(stream_words(report));
  handout.left_out = note;
  handout.whole = !options.analysis.from_s && !options.analysis.to_s;
  handout.from_s = options.analysis.from_s.value_or(0);
  const double last_s = seconds_of(*input, options.file) + kBeyondLast_s;
  handout.to_s = std::max(handout.from_s, std::min(options.analysis.to_s.value_or(kMost_s), last_s));
  if (const auto began = began_of(*input); began && !input->began) handout.began_at_ms = began->ns() / 1'000'000;
  return true;
}

void add_sentence(std::string& to, const std::string& sentence) {
  to += (to.empty() ? "" : " ") + sentence;
}

/// Opens the stretch that the page is about, or the whole file.
std::optional<OpenedCall> open(const ReportOptions& options, const Handout& handout, std::string& error) {
  const OpenOptions open{{}, options.capture.payloads, options.analysis.clocks, options.capture.port};
  if (handout.whole) return open_call(options.file, error, {}, open);
  return open_stretch(options.file, *Stretch::of(handout.from_s, handout.to_s), open, error);
}

bool read_snapshot(const ReportOptions& options, Handout& handout, std::string& error) {
  auto call = open(options, handout, error);
  if (!call) return false;
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  auto snapshot = std::make_shared<const CallSnapshot>(call->snapshot(query));
  if (handout.whole) handout.to_s = snapshot->elapsed_s;
  handout.began_at_ms = call->began_at_ms;
  if (!std::ranges::all_of(call->streams, &FileStream::shown))
    add_sentence(handout.left_out, "In the plots: " + call->sentence);
  handout.snapshot = std::move(snapshot);
  return true;
}

Timestamp began(const CallSnapshot& snapshot) {
  return snapshot.local - Duration::from_seconds(snapshot.elapsed_s);
}

bool read_log(const ReportOptions& options, Handout& handout, std::string& error) {
  if (stream_file_kind(options.file) != StreamFileKind::kTrace) return true;
  const auto trace = TraceReader::open(options.file, error);
  if (!trace) return false;
  handout.host = trace->meta().host;
  handout.program = trace->meta().program_version;
  auto changes = changes_of_span(*trace, began(*handout.snapshot), handout.from_s, handout.to_s, error);
  if (!changes) return false;
  handout.changes = std::move(*changes);
  return true;
}

std::optional<Handout> read_handout(const ReportOptions& options, std::string& error) {
  Handout handout;
  handout.file = options.file;
  handout.command = analyze_command(options);
  if (!read_figures(options, handout, error) || !read_snapshot(options, handout, error) ||
      !read_log(options, handout, error))
    return std::nullopt;
  return handout;
}

bool write(const std::string& out, const Handout& handout, std::string& error) {
  const QtRuntime qt(true, true);
  apply_theme(*qt.widgets(), Theme::kLight);
  const QByteArray page = is_page(out, ".pdf") ? handout_pdf(handout) : handout_html(handout);
  trace::OutputFile file(out);
  file.write({page.constData(), static_cast<std::size_t>(page.size())});
  return file.finish(error);
}

/// Names the file written on standard output. The exit status: 0, or 1 with a sentence on standard error.
int run_report(const ReportOptions& options, const ProvenanceSource& made) {
  std::string error = why_not_to(options);
  auto handout = error.empty() ? read_handout(options, error) : std::nullopt;
  if (handout) handout->made = provenance_sentence(made.now());
  if (!handout || !write(options.out, *handout, error)) {
    say(error);
    return 1;
  }
  print_text(one_line(options.out) + "\n");
  return 0;
}

}  // namespace

void add_report(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<ReportOptions>();
  AnalysisOptions& analysis = options->analysis;
  const OptionList command = program.command("report", "A page of a file to hand out: set, measured, plots, verdict");
  command.add("FILE", options->file, "Trace, packet list, capture or .rtpdump, as of analyze").required();
  command.add("--out", options->out, "Page to write: REPORT.html or REPORT.pdf (A4)").required();
  add_span_options(command, analysis.from_s, analysis.to_s);
  add_file_options(command, options->capture.payloads, analysis.clocks);
  command.add("--port", options->capture.port, "In captures: what goes from or to this UDP port is RTP").port();
  add_limit_option(command, analysis.limits);
  command.runs(
      run, [options, &made] { return run_with(options->file, [&] { return run_report(*options, made); }); },
      [options] { check_span(options->analysis.from_s, options->analysis.to_s); });
}

}  // namespace jitterscope
