#include "core/lab/engine/runner.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/lab/engine/cell_file.h"
#include "core/lab/engine/child_process.h"

namespace jitterscope {
namespace {

constexpr Duration kChildLook = Duration::ms(10), kReportAgain = Duration::ms(500);
constexpr double kPatience = 10, kLeastPatience_s = 120;  // times a cell's own time, and at least
constexpr double kUnknownCell_s = 1;

double cell_seconds(const LabDefinition& lab, const LabRun& run) {
  return lab.cell_seconds ? lab.cell_seconds(run) : kUnknownCell_s;
}

std::size_t workers_of(const LabRun& run) {
  return run.live ? 1 : std::max<std::size_t>(1, allowed_processors().size());
}

struct Child {
  pid_t process = 0;
  std::string key, log;
  Timestamp began;
};

/// All processes of a run; they end with it.
class Children {
 public:
  Children(const LabDefinition& lab, const LabRun& run)
      : lab_(lab),
        run_(run),
        limit_(Duration::from_seconds(std::max(kPatience * cell_seconds(lab, run), kLeastPatience_s))) {}
  ~Children() {
    for (const Child& child : running_) end(child);
  }
  Children(const Children&) = delete;

  const std::vector<Child>& running() const { return running_; }

  bool start(const std::string& key, std::string& error) {
    const std::string log = std::filesystem::path(run_.folder) / fmt::format(".cell-{}.log", next_log_++);
    const auto process = start_program(
        kThisProgram, {"tied", std::to_string(getpid()), "lab", "cell", lab_.name, key, "--out", run_.folder}, log,
        error);
    if (!process) return false;
    running_.push_back({*process, key, log, monotonic_now()});
    return true;
  }

  /// Looks for one that has ended, and hands over how long it took. False: it, or one that takes too long, failed.
  bool take_ended(std::optional<double>& seconds, std::string& error) {
    for (auto child = running_.begin(); child != running_.end(); ++child) {
      int status = 0;
      const double took = (monotonic_now() - child->began).seconds();
      const bool ended = waitpid(child->process, &status, WNOHANG) == child->process;
      if (!ended && took < limit_.seconds()) continue;
      if (ended && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        seconds = took;
      } else if (!ended) {
        error = fmt::format("The cell {} did not end within {:.0f} s.", child->key, limit_.seconds());
        end(*child);
      } else {
        const std::string reason = last_words_in(child->log);
        error = fmt::format("The cell {} failed: {}", child->key,
                            !reason.empty()       ? reason
                            : WIFSIGNALED(status) ? fmt::format("it was ended by signal {}.", WTERMSIG(status))
                                                  : "it does not say why.");
      }
      std::error_code none;
      std::filesystem::remove(child->log, none);
      running_.erase(child);
      return seconds.has_value();
    }
    return true;
  }

 private:
  static void end(const Child& child) {
    kill(child.process, SIGKILL);
    waitpid(child.process, nullptr, 0);
    std::error_code none;
    std::filesystem::remove(child.log, none);
  }

  const LabDefinition& lab_;
  const LabRun& run_;
  const Duration limit_;
  std::vector<Child> running_;
  int next_log_ = 0;
};

}  // namespace

double expected_seconds(const LabDefinition& lab, const LabRun& run, std::size_t cells) {
  return cell_seconds(lab, run) * static_cast<double>(cells) / static_cast<double>(workers_of(run));
}

bool run_one_cell(const LabDefinition& lab, const LabRun& run, const std::string& key,
                  const nlohmann::ordered_json& made, std::string& error, LabFault& fault) {
  fault = LabFault::kUsage;
  const std::vector<LabCell> cells = cells_of(lab.design(run), run.seed);
  const auto cell = std::ranges::find(cells, key, &LabCell::key);
  if (cell == cells.end()) {
    error = fmt::format("There is no cell {} in this run. `jitterscope lab cells {}` lists them.", key, lab.name);
    return false;
  }
  fault = LabFault::kFailed;
  auto file = CellFile::open(run.folder, to_json(lab, run), made, error);
  const auto content = file ? read_cells(run.folder, error) : std::nullopt;
  if (!content) return false;
  if (std::ranges::find(content->cells, key, &CellRecord::key) != content->cells.end()) return true;
  const Timestamp began = monotonic_now();
  const auto figures = lab.cell(run, *cell, error);
  return figures && file->add(key, *figures, (monotonic_now() - began).seconds(), error);
}

CellsEnd run_cells(const LabDefinition& lab, const LabRun& run, const nlohmann::ordered_json& made,
                   const std::atomic<bool>& stop, const std::function<void(const LabProgress&)>& report,
                   std::string& error) {
  const auto content =
      CellFile::open(run.folder, to_json(lab, run), made, error) ? read_cells(run.folder, error) : std::nullopt;
  if (!content) return CellsEnd::kFailed;
  std::deque<std::string> waiting;
  for (const LabCell& cell : in_drawn_order(cells_of(lab.design(run), run.seed), run.seed))
    waiting.push_back(cell.key());
  LabProgress progress{.all = waiting.size()};
  std::erase_if(waiting, [&](const std::string& key) {
    return std::ranges::find(content->cells, key, &CellRecord::key) != content->cells.end();
  });
  progress.done = progress.all - waiting.size();
  Children children(lab, run);
  double spent = 0, ended = 0;
  for (Timestamp reported; progress.done < progress.all && !stop;) {
    while (!waiting.empty() && children.running().size() < workers_of(run)) {
      if (!children.start(waiting.front(), error)) return CellsEnd::kFailed;
      waiting.pop_front();
      progress.running = children.running().back().key;
      reported = Timestamp();
    }
    std::optional<double> seconds;
    if (!children.take_ended(seconds, error)) return stop ? CellsEnd::kStopped : CellsEnd::kFailed;
    if (seconds) ++progress.done, ++ended, spent += *seconds, reported = Timestamp();
    if (monotonic_now() - reported >= kReportAgain) {
      const double one = ended > 0 ? spent / ended : cell_seconds(lab, run);
      progress.left = Duration::from_seconds(one * static_cast<double>(progress.all - progress.done) /
                                             static_cast<double>(workers_of(run)));
      report(progress);
      reported = monotonic_now();
    }
    if (!seconds) sleep_until(monotonic_now() + kChildLook);
  }
  return progress.done == progress.all ? CellsEnd::kAll : CellsEnd::kStopped;
}

}  // namespace jitterscope
