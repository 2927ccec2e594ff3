// The cells of sun97.shaping as real calls: this program calls itself through a tight link, and the traces of both ends
// are read.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/algorithms/link/network.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/lab/engine/child_process.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/sun97/shaping_lab.h"
#include "core/record/trace/reader.h"

namespace jitterscope::sun97 {
namespace {

constexpr const char* kVideoSource = "synthetic:320x240@10";  // with kJpegQuality about 12 blocks of 1 KB a frame
constexpr const char* kJpegQuality = "70";
constexpr Duration kPeriod = Duration::ms(100);
constexpr Duration kLeadIn = Duration::seconds(2), kLeadOut = Duration::seconds(1);  // of a call, not measured
constexpr double kLongestOverhead = 40;                                              // seconds of a call beyond its own
constexpr double kLeastSeconds = 6;
constexpr int kBackgroundBytes = 1024;  // of UDP payload a packet

struct CallPlan {
  bool kernel = false;
  double seconds = 0, load = 0;  // load: KB/s
  ShapingSetting shaping;
  int queue = 0;
  bool audio_first = false;
  std::uint64_t seed = 0;
  std::filesystem::path folder;
};

std::vector<std::string> call_arguments(const CallPlan& plan) {
  return {"demo",
          "--headless",
          "--json",
          "--end-with-parent",
          "--seconds",
          fmt::format("{:g}", plan.seconds),
          "--video",
          kVideoSource,
          "--jpeg-quality",
          kJpegQuality,
          "--audio",
          "tone",
          "--shaping",
          plan.shaping.to_string(),
          "--link",
          fmt::format("{}rate=10mbit,queue={}{}", plan.kernel ? "path=kernel," : "", plan.queue,
                      plan.audio_first ? ",audio-first" : ""),
          "--background",
          fmt::format("{:g}", plan.load),
          "--seed",
          std::to_string(plan.seed),
          "--out",
          plan.folder};
}

/// The call must have gone through the link asked for, with its background, or its figures are of something else. The
/// share of the background asked for that was offered; nullopt: `error` says what is missing.
std::optional<double> check_link(const TraceReader& trace, bool kernel, double load, std::string& error) {
  std::optional<LinkReport> first, last;
  const bool read = trace.read<LinkReport>(
      [&](const LinkReport& report) {
        if (report.way != LinkWay::kUp || report.kernel != kernel) return;
        if (!first) first = report;
        last = report;
      },
      error);
  if (!read) return std::nullopt;
  if (!first || last->at <= first->at || last->delivered <= first->delivered) {
    error = fmt::format("A call did not go through the {}: its trace has no report of it.",
                        kernel ? "kernel's interface queue" : "relay");
    return std::nullopt;
  }
  const double seconds = (last->at - first->at).seconds();
  const double offered =
      static_cast<double>(last->background_offered - first->background_offered) * kBackgroundBytes / 1000 / seconds;
  if (load <= 0) return 1;
  if (offered > 0) return offered / load;
  error = "A call had no background load: its trace counts none.";
  return std::nullopt;
}

/// The share of the sound that was lost, of what was sent between.
std::optional<double> sound_loss(const TraceReader& sender, const TraceReader& receiver, Timestamp from,
                                 Timestamp until, std::string& error) {
  std::set<std::int64_t> sent;
  const bool read = sender.read<PacketSent>(
      [&](const PacketSent& packet) {
        if (packet.medium == Medium::kAudio && packet.sent >= from && packet.sent <= until)
          sent.insert(packet.sequence);
      },
      error);
  const auto all = static_cast<double>(sent.size());
  if (!read || !receiver.read<PacketArrived>(
                   [&](const PacketArrived& packet) {
                     if (packet.medium == Medium::kAudio) sent.erase(packet.sequence);
                   },
                   error))
    return std::nullopt;
  return all > 0 ? std::optional(static_cast<double>(sent.size()) / all) : std::nullopt;
}

/// Video from room A to room B, which is the way that the background goes too, without the call's first and last
/// moments.
std::optional<CellFigures> read_call(const CallPlan& plan, std::string& error) {
  const auto sender = TraceReader::open(plan.folder / "room-a.jscope", error);
  const auto receiver = sender ? TraceReader::open(plan.folder / "room-b.jscope", error) : nullptr;
  if (!receiver) return std::nullopt;
  const auto background = check_link(*sender, plan.kernel, plan.load, error);
  if (!background) return std::nullopt;
  std::vector<PacketSent> sent;
  bool read = sender->read<PacketSent>(
      [&](const PacketSent& packet) {
        if (packet.medium == Medium::kVideo) sent.push_back(packet);
      },
      error);
  if (!read) return std::nullopt;
  if (sent.empty()) {
    error = fmt::format("The trace in {} holds no video.", plan.folder.string());
    return std::nullopt;
  }
  const Timestamp from = sent.front().sent + kLeadIn, until = sent.back().sent - kLeadOut;
  std::int64_t first = sent.back().frame + 1, last = -1;  // frames that began within
  for (const PacketSent& packet : sent) {
    if (packet.block != 0 || packet.sent < from || packet.sent > until) continue;
    first = std::min(first, packet.frame);
    last = std::max(last, packet.frame);
  }
  std::vector<ShapingMeasures> stream{ShapingMeasures(kPeriod)};
  double packets = 0;
  for (const PacketSent& packet : sent)
    if (packet.frame >= first && packet.frame <= last)
      stream[0].sent(packet.frame, packet.block, packet.sent), ++packets;
  // Both ends run on this machine: one monotonic clock.
  read = receiver->read<PacketArrived>(
      [&](const PacketArrived& packet) {
        if (packet.medium == Medium::kVideo && packet.frame && packet.block)
          stream[0].arrived(*packet.frame, *packet.block, packet.received);
      },
      error);
  if (!read || last < first) return std::nullopt;
  CellFigures figures;
  set_figures(figures_of(stream), figures);
  const double blocks = packets / static_cast<double>(last - first + 1);
  figures.set("blocks_a_frame", blocks);
  figures.set("background_share_offered", background);
  figures.set("network_mbps", 8e-6 * (blocks / kPeriod.seconds() * (1024 + 60 + kUdpHeaderBytes) +
                                      plan.load * 1000 / kBackgroundBytes * (kBackgroundBytes + kUdpHeaderBytes)));
  if (const auto lost = sound_loss(*sender, *receiver, from, until, error))
    figures.set("audio_loss_percent", 100 * *lost);
  return error.empty() ? std::optional(figures) : std::nullopt;
}

std::string last_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) last = line;
  return last.substr(0, 300);
}

/// A folder of a run whose traces nobody keeps.
std::filesystem::path own_folder() {
  return std::filesystem::temp_directory_path() / fmt::format("jitterscope-lab-{}", getpid());
}

}  // namespace

bool through_kernel(const LabRun& run) {
  const std::string& path = run.settings.at("path");
  return path == "kernel" || (path == "auto" && geteuid() == 0);
}

std::optional<CellFigures> measure_live(const LabRun& run, const LabCell& cell, std::string& error) {
  const std::string kept = trace_folder(run, cell);
  const CallPlan plan{.kernel = through_kernel(run) && cell.level(kOrder) == kFifo,
                      .seconds = std::max(number(run, "seconds") * run.scale, kLeastSeconds),
                      .load = cell.number(kLoad),
                      .shaping = *shaping_of(run, cell.level(kStrategy)),
                      .queue = static_cast<int>(number(run, "live-queue")),
                      .audio_first = cell.level(kOrder) == kAudioFirst,
                      .seed = cell.seed,
                      .folder = kept.empty() ? own_folder() : std::filesystem::path(kept)};
  std::error_code fault;
  std::filesystem::create_directories(plan.folder, fault);
  const auto log = plan.folder / "call.log";
  const auto limit = Duration::from_seconds(plan.seconds + kLongestOverhead);
  const auto status = run_program(kThisProgram, call_arguments(plan), log, limit, error);
  if (status && *status != 0) error = fmt::format("The call failed: {}", last_line(log));
  auto figures = status && *status == 0 ? read_call(plan, error) : std::nullopt;
  if (kept.empty()) std::filesystem::remove_all(plan.folder, fault);
  if (!figures) return std::nullopt;
  if (cell.level(kOrder) == kFifo)
    figures->words["path"] = plan.kernel ? "interface queue of the kernel (tbf, pfifo) between two network namespaces"
                                         : "relay process with the link model";
  if (!kept.empty())
    figures->trace =
        std::filesystem::path(kept).lexically_relative(std::filesystem::absolute(run.folder)) / "room-b.jscope";
  return figures;
}

}  // namespace jitterscope::sun97
