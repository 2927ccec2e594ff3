// The cells of sun97.shaping as real calls: this program calls itself through a tight link, and the traces of both ends
// are read.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/algorithms/link/network.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/lab/engine/child_process.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/sun97/shaping_lab.h"
#include "core/record/trace/reader.h"

namespace jitterscope {
namespace {

constexpr const char* kVideoSource = "synthetic:320x240@10";  // with kJpegQuality about 12 blocks of 1 KB a frame
constexpr const char* kJpegQuality = "70";
constexpr Duration kPeriod = Duration::ms(100);
constexpr Duration kLeadIn = Duration::seconds(2), kLeadOut = Duration::seconds(1);  // of a call, not measured
constexpr double kLongestOverhead = 40;                                              // seconds of a call beyond its own
constexpr double kLeastSeconds = 6;
constexpr int kBackgroundBytes = 1024;  // of UDP payload a packet

/// What was found in the traces beside the figures.
struct Seen {
  double blocks_a_frame = 0;
  double least_background = 1;  // share of what was asked for
};

struct ShapingPlan {
  bool kernel = false;
  double seconds = 0;
  int repetitions = 0, queue = 0;
  std::uint64_t seed = 0;  // of the first repetition
  std::filesystem::path folder;
};

std::vector<std::string> call_arguments(const ShapingPlan& plan, const ShapingSetting& shaping, double load,
                                        int repetition, const std::string& folder) {
  return {"demo",           "--headless",
          "--json",         "--end-with-parent",
          "--seconds",      fmt::format("{:g}", plan.seconds),
          "--video",        kVideoSource,
          "--jpeg-quality", kJpegQuality,
          "--audio",        "tone",
          "--shaping",      shaping.to_string(),
          "--link",         fmt::format("{}rate=10mbit,queue={}", plan.kernel ? "path=kernel," : "", plan.queue),
          "--background",   fmt::format("{:g}", load),
          "--seed",         std::to_string(plan.seed + static_cast<std::uint64_t>(repetition)),
          "--out",          folder};
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

/// Video from room A to room B, which is the way that the background goes too, without the call's first and last
/// moments.
std::optional<ShapingFigures> read_call(const std::filesystem::path& folder, bool kernel, double load, Seen& seen,
                                        std::string& error) {
  const auto sender = TraceReader::open(folder / "room-a.jscope", error);
  const auto receiver = sender ? TraceReader::open(folder / "room-b.jscope", error) : nullptr;
  if (!receiver) return std::nullopt;
  const auto background = check_link(*sender, kernel, load, error);
  if (!background) return std::nullopt;
  seen.least_background = std::min(seen.least_background, *background);
  std::vector<PacketSent> sent;
  bool read = sender->read<PacketSent>(
      [&](const PacketSent& packet) {
        if (packet.medium == Medium::kVideo) sent.push_back(packet);
      },
      error);
  if (!read) return std::nullopt;
  if (sent.empty()) {
    error = fmt::format("The trace in {} holds no video.", folder.string());
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
  std::int64_t packets = 0;
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
  seen.blocks_a_frame = static_cast<double>(packets) / static_cast<double>(last - first + 1);
  return figures_of(stream);
}

std::string last_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) last = line;
  return last.substr(0, 300);
}

std::optional<ShapingFigures> measure(const ShapingPlan& plan, const Sun97Strategy& strategy, double load,
                                      int repetition, Seen& seen, std::string& error) {
  const auto folder = plan.folder / fmt::format("{}-{:g}-{}", strategy.name, load, repetition + 1);
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  const auto limit = Duration::from_seconds(plan.seconds + kLongestOverhead);
  const auto log = folder / "call.log";
  const auto status =
      run_program(kThisProgram, call_arguments(plan, strategy.shaping, load, repetition, folder), log, limit, error);
  if (!status) return std::nullopt;
  if (*status != 0) {
    error = fmt::format("The call of {} at {:g} KB/s failed: {}", strategy.name, load, last_line(log));
    return std::nullopt;
  }
  return read_call(folder, plan.kernel, load, seen, error);
}

bool measure_all(const LabRun& run, const ShapingPlan& plan, Sun97Table& table, Seen& seen, std::string& error) {
  const double all = plan.repetitions * static_cast<double>(table.strategies.size() * table.loads.size());
  double done = 0;
  for (int repetition = 0; repetition < plan.repetitions; ++repetition)
    for (std::size_t load = 0; load < table.loads.size(); ++load)
      for (std::size_t strategy = 0; strategy < table.strategies.size(); ++strategy) {
        run.progress(done++ / all, fmt::format("{}, {:g} KB/s", table.strategies[strategy].name, table.loads[load]));
        const auto figures = measure(plan, table.strategies[strategy], table.loads[load], repetition, seen, error);
        if (!figures) return false;
        table.cells[strategy][load].push_back(*figures);
      }
  return true;
}

void describe_sun97_live(const ShapingPlan& plan, const Sun97Table& table, const Seen& seen, LabResult& result) {
  result.machine = this_machine();
  result.machine.emplace_back("path", plan.kernel
                                          ? "interface queue of the kernel (tbf, pfifo) between two network namespaces"
                                      : geteuid() == 0 ? "relay process with the link model"
                                                       : "relay process with the link model: not run as root");
  result.parameters = {
      {"link", fmt::format("rate=10mbit,queue={}", plan.queue)},
      {"interface_queue_packets", double(plan.queue)},
      {"destinations", "one: room A to room B, the way of the background; the other way has a link of its own"},
      {"video", kVideoSource},
      {"jpeg_quality", std::stod(kJpegQuality)},
      {"frame_period_ms", kPeriod.ms()},
      {"blocks_per_frame", std::round(seen.blocks_a_frame * 10) / 10},
      {"background", "Poisson, 1024 B of UDP payload a packet, through the same queue"},
      {"background_least_share_offered", std::round(seen.least_background * 1000) / 1000},
      {"seconds_per_call", plan.seconds},
      {"seconds_not_measured", kLeadIn.seconds() + kLeadOut.seconds()},
      {"repetitions", double(plan.repetitions)}};
  for (const Sun97Strategy& strategy : table.strategies)
    result.parameters.emplace_back("strategy_" + strategy.name, strategy.shaping.to_string());
}

}  // namespace

bool run_sun97_live(const LabRun& run, Sun97Table& table, LabResult& result, std::string& error) {
  const std::string& path = run.settings.at("path");
  ShapingPlan plan{.kernel = path == "kernel" || (path == "auto" && geteuid() == 0),
                   .seconds = std::max(number(run, "seconds") * run.scale, kLeastSeconds),
                   .repetitions = static_cast<int>(number(run, "live-repetitions")),
                   .queue = static_cast<int>(number(run, "live-queue")),
                   .seed = run.seed,
                   .folder = run.folder.empty()
                                 ? std::filesystem::temp_directory_path() / fmt::format("jitterscope-lab-{}", getpid())
                                 : std::filesystem::absolute(run.folder) / "traces"};
  Seen seen;
  const bool done = measure_all(run, plan, table, seen, error);
  std::error_code fault;
  if (run.folder.empty()) std::filesystem::remove_all(plan.folder, fault);
  if (!done) return false;
  const double packet = 8.0 * (1024 + 60 + kUdpHeaderBytes);
  table.conference_mbps = seen.blocks_a_frame * packet / kPeriod.seconds() / 1e6;
  table.background_mbps_of_kbyte = 1000.0 / kBackgroundBytes * 8 * (kBackgroundBytes + kUdpHeaderBytes) / 1e6;
  describe_sun97_live(plan, table, seen, result);
  return true;
}

}  // namespace jitterscope
