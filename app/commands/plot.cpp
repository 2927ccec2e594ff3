#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/headless/qt_runtime.h"
#include "app/provenance/provenance_source.h"
#include "core/measures/views/snapshot.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/provenance_file.h"
#include "core/record/open/opened_call.h"
#include "ui/figures/panel_figure.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 4> kFormats{"svg", "pdf", "png", "csv"};
constexpr double kPastTheLast_s = 0.001;  // a stretch does not hold its end

struct PlotOptions {
  std::string file, panel, out;
  std::vector<std::string> chosen;
  std::optional<double> from_s, to_s;
  OpenOptions open;
  double width = 960, height = 480;  // px
  bool force = false;
};

std::string names_of_panels() {
  return fmt::format("{}", fmt::join(plotted_panels(), ", "));
}

std::string_view format_of(const std::string& out) {
  for (const std::string_view format : kFormats)
    if (out.size() > format.size() + 1 && out.ends_with("." + std::string(format))) return format;
  return {};
}

/// Said before anything is read: reading may take long.
std::string why_not_plotted(const PlotOptions& options) {
  const auto panels = plotted_panels();
  if (std::ranges::find(panels, options.panel) == panels.end())
    return fmt::format("There is no panel {}. Name one of these: {}.", options.panel, names_of_panels());
  if (format_of(options.out).empty())
    return options.out + " ends in none of .svg, .pdf, .png and .csv: a plot is written as one of these.";
  std::error_code fault;
  if (std::filesystem::equivalent(options.out, options.file, fault))
    return options.out + " is the file that is plotted. Choose another name for the plot.";
  return {};
}

/// Returns the first file that is there and would be replaced; empty: there is none, or they may be.
std::string earlier_file(const PlotOptions& options) {
  std::vector<std::string> written{options.out};
  const auto beside = format_of(options.out) == "csv" ? provenance_path(options.out) : std::nullopt;
  if (beside) written.push_back(*beside);
  std::error_code fault;
  for (const std::string& file : written)
    if (!options.force && std::filesystem::is_regular_file(file, fault)) return file;
  return {};
}

/// Reads the whole file, with all figures of the stretch asked for, which is all of it unless --from or --to say so.
bool read_figure(const PlotOptions& options, FigureOrder& order, std::string& error) {
  auto call = open_call(options.file, error, {}, options.open);
  if (!call) return false;
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  const CallSnapshot whole = call->snapshot(query);
  if (!call->sentence.empty() && !std::ranges::all_of(call->streams, &FileStream::shown)) say(call->sentence);
  const double last_s = whole.elapsed_s + kPastTheLast_s;
  order.from_s = options.from_s.value_or(0);
  order.to_s = std::min(options.to_s.value_or(last_s), last_s);
  const auto stretch = Stretch::of(order.from_s, order.to_s);
  if (!stretch) {
    error =
        fmt::format("{} is {:.1f} s long: nothing of it lies at {:g} s.", options.file, whole.elapsed_s, order.from_s);
    return false;
  }
  query.window = MeasureWindow::kSelection;
  query.selection_s = {stretch->from_s(), stretch->to_s()};
  auto part = open_stretch(options.file, *stretch, options.open, error);
  if (!part) return false;
  CallSnapshot shown = with_stretch(whole, part->snapshot(query));
  shown.selected = SelectedStretch{.stretch = *stretch};
  order.snapshot = std::make_shared<const CallSnapshot>(std::move(shown));
  return true;
}

bool write_plot(const std::string& out, const QByteArray& bytes, std::string& error) {
  trace::OutputFile file(out);
  file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  return file.finish(error);
}

std::string plot(const PlotOptions& options, const ProvenanceSource& made) {
  FigureOrder order;
  order.panel = options.panel;
  order.chosen = options.chosen;
  order.file = QString::fromStdString(std::filesystem::path(options.file).filename().string());
  order.size = QSize(static_cast<int>(options.width), static_cast<int>(options.height));
  order.made = provenance_sentence(made.now());
  std::string error;
  if (!read_figure(options, order, error)) return error;
  const QtRuntime qt(true, true);
  apply_theme(*qt.widgets(), Theme::kLight);
  PanelFigure figure(order);
  if (!figure.trouble().isEmpty()) return options.file + ": " + figure.trouble().toStdString();
  const std::string_view format = format_of(options.out);
  const QByteArray bytes = figure.bytes(format);
  if (bytes.isEmpty())
    return fmt::format(
        "{} cannot be drawn: there is not enough memory for {:g} x {:g} px. Choose less with --width and --height.",
        options.out, options.width, options.height);
  if (!write_plot(options.out, bytes, error)) return error;
  WrittenFiles files{options.out};
  if (format == "csv" && !write_provenance_file(made.now(), options.out, files, error)) return error;
  for (const std::string& file : files) print_text(file + "\n");
  return {};
}

int run_plot(const PlotOptions& options, const ProvenanceSource& made) {
  std::string error = why_not_plotted(options);
  if (!error.empty()) {
    say(error);
    return 2;
  }
  if (const std::string there = earlier_file(options); !there.empty()) {
    say(there + " exists already. Choose another name, or replace it with --force.");
    return 1;
  }
  error = plot(options, made);
  if (error.empty()) return 0;
  say(error);
  return 1;
}

}  // namespace

void add_plot(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<PlotOptions>();
  const OptionList command = program.command("plot", "A panel of the window as a figure of a file, for a paper");
  command.add("FILE", options->file, "Trace, packet list, capture or .rtpdump, as of analyze").required();
  command.add("--panel", options->panel, "What is drawn: " + names_of_panels()).required();
  command.add("--out", options->out, "Figure to write: X.svg, X.pdf, X.png (288 dpi), or its numbers: X.csv")
      .required();
  command
      .words(
          "--choose", [options](const std::vector<std::string>& words) { options->chosen = words; },
          "A choice that the panel offers in the window, with hyphens for blanks: histogram, remote, both, "
          "load-and-clock …; repeatable")
      .repeatable();
  add_span_options(command, options->from_s, options->to_s);
  add_file_options(command, options->open.payloads, options->open.clocks);
  command.add("--width", options->width, "px, 96 an inch").within(200, 4000).with_default();
  command.add("--height", options->height, "px").within(120, 4000).with_default();
  command.flag("--force", options->force, "replace a file that is there");
  command.runs(
      run, [options, &made] { return run_plot(*options, made); },
      [options] { check_span(options->from_s, options->to_s); });
}

}  // namespace jitterscope
