// A lab of one file: what a call loses on a short queue when its video leaves as bursts, and when it leaves spaced out.
#include "core/lab/engine/lab.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope {
namespace {

struct Loss {
  std::int64_t sent = 0, lost = 0, frames_lost = 0;
  double percent() const { return 100.0 * static_cast<double>(lost) / static_cast<double>(sent); }
};

Loss loss_with(const LabRun& run, const char* shaping) {
  virtual_call::EndSetup setup{.seed = run.seed, .shaping = *ShapingSetting::parse(shaping)};
  virtual_call::VirtualCall call(run.settings.at("link"), {setup, virtual_call::EndSetup{}}, run.seed);
  call.run_for(Duration::seconds(60 * run.scale));
  call.finish();
  const CallSnapshot here = call.end(0).analyzer().snapshot(call.now(), Interests::all());
  const CallSnapshot there = call.end(1).analyzer().snapshot(call.now(), Interests::all());
  const StreamSnapshot& received = there.received(Medium::kVideo).figures;
  const std::int64_t sent = here.sent[Medium::kVideo].packets;
  return {sent, sent - received.packets, received.frames_lost};
}

std::optional<LabResult> execute(const LabRun& run, std::string&) {
  const Loss bursts = loss_with(run, "c"), spaced = loss_with(run, "a");
  LabResult result;
  result.parameters = {{"link", run.settings.at("link")}};
  result.findings = {{.id = "less-lost",
                      .statement = "Less video is lost when its packets are spaced, by points of loss",
                      .measured = bursts.percent() - spaced.percent(),
                      .unit = "%"}};
  result.tables = {{"loss", {"strategy", "packets_sent", "packets_lost", "frames_lost"}, {}}};
  for (const auto& [name, loss] : {std::pair{"C", bursts}, std::pair{"A", spaced}})
    result.tables[0].rows.push_back(
        {name, static_cast<double>(loss.sent), static_cast<double>(loss.lost), static_cast<double>(loss.frames_lost)});
  return result;
}

}  // namespace

LabDefinition latecki04_toy_bursts_lab() {
  return {.name = "latecki04.toy-bursts",
          .title = "Video in bursts and spaced out, on a short queue",
          .paper = "None: a toy, which shows what a lab needs",
          .paper_says = "Nothing.",
          .how = "Two calls of two ends in virtual time, alike but for the shaping of the first end's video.",
          .parameters = {{"link", "rate=4mbit,queue=6,delay=10ms", "in the words of --link, of each direction"}},
          .live = false,
          .execute = execute};
}

}  // namespace jitterscope
