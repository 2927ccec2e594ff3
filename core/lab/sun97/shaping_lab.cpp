#include "core/lab/sun97/shaping_lab.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/lab/engine/lab_settings.h"
#include "core/lab/sun97/simulation.h"

namespace jitterscope {
namespace {

constexpr int kFewestFrames = 40;
constexpr double kQueueTableLoad = 900;  // KB/s
constexpr double kCellsShare = 0.7;      // of the time of a simulated run; the rest is the table of queue lengths

/// Strategies and loads, the cells still empty.
std::optional<Sun97Table> empty_table(const LabRun& run, std::string& error) {
  const auto own = ShapingSetting::parse(run.settings.at("strategy"));
  const auto loads = parse_numbers(run.settings.at("loads"), 0, 5000);
  if (!own) error = "strategy takes a, b, c or N[,INTERVAL_MS]: blocks a burst, time between bursts.";
  if (!loads) error = "loads takes up to 32 numbers of KB/s from 0 to 5000, joined by commas.";
  if (!error.empty()) return std::nullopt;
  Sun97Table table;
  table.live = run.live;
  const ShapingSetting b = *ShapingSetting::parse(run.live ? "b" : "3,60");  // 60 ms in their runs
  table.strategies = {{"A", *ShapingSetting::parse("a")}, {"B", b}, {"C", *ShapingSetting::parse("c")}, {"own", *own}};
  table.loads = *loads;
  table.cells.assign(4, std::vector<std::vector<ShapingFigures>>(loads->size()));
  return table;
}

Sun97Model model_of(const LabRun& run) {
  Sun97Model model;
  model.queue_limit = static_cast<int>(number(run, "queue"));
  model.send_call = Duration::from_ms(number(run, "send-call-ms"));
  model.background.burst = static_cast<int>(number(run, "background-burst"));
  model.background.poisson = run.settings.at("background") != "constant";
  return model;
}

std::uint64_t seed_of(const LabRun& run, int repetition, std::size_t load) {
  return (run.seed * 1000 + static_cast<std::uint64_t>(repetition)) * 100 + load;
}

void simulate_cells(const LabRun& run, const Sun97Model& model, int frames, int repetitions, Sun97Table& table) {
  const double all = static_cast<double>(repetitions) * 4 * static_cast<double>(table.loads.size());
  double done = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (std::size_t load = 0; load < table.loads.size(); ++load)
      for (std::size_t strategy = 0; strategy < table.strategies.size(); ++strategy) {
        Sun97Cell cell{table.strategies[strategy].shaping, model, frames};
        cell.model.background.kilobytes_per_second = table.loads[load];
        run.progress(kCellsShare * done++ / all,
                     fmt::format("{}, {:g} KB/s", table.strategies[strategy].name, table.loads[load]));
        table.cells[strategy][load].push_back(simulate(cell, seed_of(run, repetition, load)));
      }
}

/// Packet loss in % at other lengths of the queue: what the choice of K does to the paper's order.
LabTable queue_lengths(const LabRun& run, Sun97Model model, int frames, int repetitions, const Sun97Table& table) {
  LabTable out{"queue_lengths", {"queue_packets", "background_kbytes_per_second"}, {}};
  for (std::size_t s = 0; s < 3; ++s)
    for (const char* column : {"packet_loss_percent_", "packet_loss_percent_95_"})
      out.columns.push_back(column + table.strategies[s].name);
  model.background.kilobytes_per_second = kQueueTableLoad;
  double done = 0;
  for (const int queue : {3, 5, 10, 20}) {
    model.queue_limit = queue;
    std::vector<TableField> row{double(queue), kQueueTableLoad};
    for (std::size_t s = 0; s < 3; ++s) {
      run.progress(kCellsShare + (1 - kCellsShare) * done++ / 12,
                   fmt::format("{} with a queue of {}", table.strategies[s].name, queue));
      std::vector<double> losses;
      for (int repetition = 0; repetition < repetitions; ++repetition)
        losses.push_back(100 * simulate({table.strategies[s].shaping, model, frames}, seed_of(run, repetition, 0))
                                   .packet_loss.value_or(0));
      const auto loss = estimate(losses);
      row.insert(row.end(), {loss->mean, table_field(loss->half_width)});
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

/// Bits a second on the cable of one packet a second, with everything around it.
double wire_bits(int frame_bytes) {
  return 8.0 * (8 + frame_bytes + 4 + 12);
}

void describe_model(const Sun97Model& model, const Sun97Table& table, int frames, int repetitions, LabResult& result) {
  result.parameters = {
      {"stations",
       "3 conferencing, 2 background, on one shared Ethernet of 10 Mb/s (CSMA/CD, binary exponential backoff)"},
      {"destinations", "each packet goes to both other members, one send call each: two streams a station, six in all"},
      {"interface_queue_packets", double(model.queue_limit)},
      {"interface_queue",
       "K packets wait at every station beside the one being sent. The paper does not print K: the default of 3, "
       "send_call_ms "
       "and the Poisson background were chosen after trying several, as those that show its losses best. Table "
       "queue_lengths "
       "has other K: A's lead over C goes with a longer queue, and turns about"},
      {"frame_period_ms", model.period.ms()},
      {"fetching_ms", model.fetching.ms()},
      {"fetching_spread_ms", model.fetching_spread.ms()},
      {"blocks_per_frame", fmt::format("{} to {}, uniform", model.fewest_blocks, model.most_blocks)},
      {"packet_bytes_on_link", double(model.block_bytes)},
      {"send_call_ms", model.send_call.ms()},
      {"send_call", "the time of one sendto: the paper's card has no DMA, its C needs 30 ms for a frame's 12 packets"},
      {"background_packet_bytes", double(model.background.packet_bytes)},
      {"background_burst_packets", double(model.background.burst)},
      {"background", model.background.poisson ? "Poisson, half from each background station"
                                              : "constant, half from each background station"},
      {"frames_per_station", double(frames)},
      {"repetitions", double(repetitions)}};
  for (const Sun97Strategy& strategy : table.strategies)
    result.parameters.emplace_back("strategy_" + strategy.name, strategy.shaping.to_string());
}

std::optional<LabResult> simulate_all(const LabRun& run, Sun97Table table) {
  const Sun97Model model = model_of(run);
  const int frames = scaled_count(run, "frames", kFewestFrames);
  const int repetitions = static_cast<int>(number(run, "repetitions"));
  const double packets = 2.0 * 3 * 0.5 * (model.fewest_blocks + model.most_blocks) / model.period.seconds();
  table.conference_mbps = packets * wire_bits(model.block_bytes) / 1e6;
  const int background = model.background.packet_bytes;
  table.background_mbps_of_kbyte = 1000.0 / background * wire_bits(background + kUdpHeaderBytes) / 1e6;
  simulate_cells(run, model, frames, repetitions, table);
  LabResult result = sun97_result(table);
  result.tables.push_back(queue_lengths(run, model, frames, repetitions, table));
  describe_model(model, table, frames, repetitions, result);
  return result;
}

std::optional<LabResult> execute_sun97_shaping(const LabRun& run, std::string& error) {
  auto table = empty_table(run, error);
  if (!table) return std::nullopt;
  if (!run.live) return simulate_all(run, std::move(*table));
  LabResult described;
  if (!run_sun97_live(run, *table, described, error)) return std::nullopt;
  return sun97_result(*table, std::move(described));
}

}  // namespace

LabDefinition sun97_shaping_lab() {
  return {
      .place = 30,
      .name = "sun97.shaping",
      .title = "Traffic shaping on a loaded Ethernet",
      .paper =
          "Sun, Ku, Pan, Wang, Ho: Performance Analysis of Application-Level Traffic Shaping in a Real-Time Multimedia "
          "Conferencing System on Ethernets (1997), §3 and §4, Figures 7 to 11, Table 2",
      .paper_says =
          "A video frame that is sent back to back (strategy C) overflows the queue of a loaded network interface; "
          "spaced out over the time until the next frame (A: one packet a burst, B: three) it does not. A loses least "
          "at every load, B lies between and is like C under heavy load. Shaping costs frame delay (A about 150 ms, "
          "B 75 ms, C 30 ms) which the conference can afford.",
      .how =
          "Simulated: three conferencing and two background stations on a shared Ethernet, 5000 frames of each station "
          "a "
          "cell and repetition. Live: this program calls itself through a 10 Mb/s link with a queue of K packets and "
          "background UDP in the same queue; as root the queue is a real interface's (tbf and pfifo between two "
          "network "
          "namespaces), else the relay's.",
      .parameters = {{"strategy", "2",
                      "the strategy of one's own: N[,INTERVAL_MS], blocks a burst and time between bursts"},
                     {"loads", "0,200,400,500,600,800,900,1000", "background, KB/s of UDP payload"},
                     LabParameter::count("repetitions", "5", "simulated: of each cell, for the 95 % intervals", 1, 100),
                     LabParameter::count("frames", "5000", "simulated: frames of each station in a cell", kFewestFrames,
                                         100000),
                     LabParameter::count("queue", "3", "simulated: packets that wait at each interface (K)", 0, 1000),
                     {"send-call-ms", "2.5", "simulated: time of one send call", 0, 20},
                     LabParameter::choice("background", "simulated: how it comes", {"poisson", "constant"}),
                     LabParameter::count("background-burst", "1", "simulated: background packets back to back", 1, 64),
                     {"seconds", "20", "live: of each cell, times the scale, at least 6", 6, 3600},
                     LabParameter::count("live-repetitions", "3", "live: of each cell", 1, 100),
                     LabParameter::count("live-queue", "12", "live: packets that wait in the queue (K)", 1, 1000),
                     LabParameter::choice("path", "live: kernel (as root), relay, or auto: kernel where possible",
                                          {"auto", "kernel", "relay"})},
      .refuses =
          [](const LabRun& run) {
            std::string error;
            empty_table(run, error);
            return error;
          },
      .execute = execute_sun97_shaping};
}

}  // namespace jitterscope
