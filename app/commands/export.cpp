#include <memory>

#include "app/command_line/output.h"
#include "app/command_line/run_and_say.h"
#include "app/commands/commands.h"
#include "app/provenance/provenance_source.h"
#include "core/base/units/printable.h"
#include "core/record/export/export.h"

namespace jitterscope {
namespace {

struct ExportOptions {
  std::string file;
  std::string format;  // of export_formats()
  std::string out;
  bool anonymous = false;  // without names, addresses, files, devices
};

int run_export(const ExportOptions& options, const ProvenanceSource& source) {
  std::string error;
  const auto trace = TraceReader::open(options.file, error);
  if (trace && options.anonymous) trace->leave_out_names();
  const Provenance made = options.anonymous ? without_names(source.now()) : source.now();
  const auto files = trace ? export_trace(options.format, *trace, options.out, error, made) : std::nullopt;
  if (!files) {
    say(error);
    return 1;
  }
  for (const std::string& file : *files) print_text(one_line(file) + "\n");
  return 0;
}

}  // namespace

void add_export(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<ExportOptions>();
  const OptionList command = program.command("export", "A trace in the format of another program");
  command.add("FILE", options->file, ".jscope trace").required();
  command.add("--format", options->format, "csv (a file a stream), json, pcapng, rtpdump, sdp or jscope (a copy)")
      .required()
      .one_of(export_formats());
  command.add("--out", options->out, "File to write; for csv also a folder").required();
  command.flag("--anonymous", options->anonymous,
               "neutral words instead of names, addresses, files and devices; no words of notices and markers");
  command.runs(run, [options, &made] { return run_with(options->file, [&] { return run_export(*options, made); }); });
}

}  // namespace jitterscope
