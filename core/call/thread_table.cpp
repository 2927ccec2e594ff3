#include "core/call/thread_table.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "core/realtime/priority_class.h"

namespace jitterscope {
namespace {

/// The processor a thread last ran on: field 39 of its stat line; -1 when it is gone.
int last_processor(const std::filesystem::path& task) {
  std::ifstream file(task / "stat");
  std::string line;
  std::getline(file, line);
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) return -1;
  std::size_t at = name_end + 1;
  for (int field = 3; field <= 39; ++field) {  // one blank before each
    at = line.find(' ', at);
    if (at == std::string::npos) return -1;
    ++at;
  }
  int processor = -1;
  std::from_chars(line.data() + at, line.data() + line.size(), processor);
  return processor;
}

struct Task {
  ThreadRole role;
  pid_t tid;
  std::filesystem::path path;
};

/// The threads of this process whose names are roles.
std::vector<Task> named_tasks() {
  std::vector<Task> tasks;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(entry.path() / "comm");
    std::string name;
    std::getline(file, name);
    const pid_t tid = std::atoi(entry.path().filename().c_str());
    const auto role = tid == getpid() ? std::optional(ThreadRole::kUi) : parse_thread_role(name);
    if (role) tasks.push_back({*role, tid, entry.path()});
  }
  return tasks;
}

}  // namespace

PrioritySettings with_default_priorities(const PrioritySettings& named) {
  using Kind = PrioritySetting::Kind;
  PrioritySettings settings = named;
  for (const auto role : {ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend, ThreadRole::kVideoReceive})
    settings.try_emplace(role, PrioritySetting{Kind::kRealtime, {}});
  settings.try_emplace(ThreadRole::kAudioDevice, PrioritySetting{Kind::kNice, {}});
  settings.try_emplace(ThreadRole::kRecorder, PrioritySetting{Kind::kNice, 10});
  return settings;
}

PrioritySetting ThreadTable::requested(ThreadRole role) const {
  const auto found = requested_.find(role);
  return found == requested_.end() ? PrioritySetting{} : found->second;
}

std::string ThreadTable::request(ThreadRole role, const PrioritySetting& setting) {
  requested_[role] = setting;
  std::string reason;
  for (const Task& task : named_tasks())
    if (task.role == role) reason = apply_priority(setting, role, task.tid).reason;
  return reason;
}

std::vector<ThreadStatus> ThreadTable::changes(Timestamp now) {
  std::vector<ThreadStatus> changed;
  for (const Task& task : named_tasks()) {
    const auto effective = effective_priority(task.tid);
    if (!effective) continue;
    ThreadStatus status;
    status.role = task.role;
    status.tid = task.tid;
    status.requested = ShortText<24>(requested(task.role).to_string());
    status.effective = ShortText<24>(effective->to_string());
    status.cpu = last_processor(task.path);
    status.at = now;
    ThreadStatus& known = known_[task.role];
    const bool same = known.tid == status.tid && known.requested == status.requested &&
                      known.effective == status.effective && known.cpu == status.cpu;
    if (same) continue;
    known = status;
    changed.push_back(status);
  }
  return changed;
}

}  // namespace jitterscope
