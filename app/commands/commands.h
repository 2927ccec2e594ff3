#pragma once
// The program's commands, a file each. `add_…` adds the subcommand; parsing it sets `run`, which returns the exit
// status: 0, or another after a sentence on standard error. What a command has to tell goes to standard output. `made`
// outlives the run.
#include <string>
#include <vector>

#include "app/command_line/option_list.h"

namespace jitterscope {

class ProvenanceSource;

/// `analyze FILE...`: the figures of streams from a trace or a packet list; 1 when a file failed.
void add_analyze(OptionList program, Run& run, const ProvenanceSource& made);
/// `call HOST[:PORT]`.
void add_call(OptionList program, Run& run, const ProvenanceSource& made);
/// `compare FILE [FILE2]`: what changed between two stretches of a call, or between two calls.
void add_compare(OptionList program, Run& run, const ProvenanceSource& made);
/// `demo`: two processes hold a call on this machine. `words`: the command line without the program's name; the remote
/// gets the same options.
void add_demo(OptionList program, Run& run, const std::vector<std::string>& words, const ProvenanceSource& made);
/// `doctor`: what this machine allows and how good it is, each with a remedy. Its status is 0 whatever it found.
void add_doctor(OptionList program, Run& run, const ProvenanceSource& made);
/// `export FILE --format F --out PATH`: a trace in the format of another program; names the files written.
void add_export(OptionList program, Run& run, const ProvenanceSource& made);
/// `lab list|show|run`: the papers' experiments.
void add_lab(OptionList program, Run& run, const ProvenanceSource& made);
/// `listen`.
void add_listen(OptionList program, Run& run, const ProvenanceSource& made);
/// `relay`: the emulated link between two ends, started by the end whose user sets it; --help does not list it.
void add_relay(OptionList program, Run& run);
/// `plot FILE --panel NAME --out X.svg|X.pdf|X.png|X.csv`: a panel as a figure for a paper.
void add_plot(OptionList program, Run& run, const ProvenanceSource& made);
/// `report FILE --out REPORT.html|REPORT.pdf`: a page of a file to hand out.
void add_report(OptionList program, Run& run, const ProvenanceSource& made);

/// Adds what the program takes without a subcommand: `run` opens the plain window, with a file in it.
void add_window(OptionList program, Run& run, const ProvenanceSource& made);

}  // namespace jitterscope
