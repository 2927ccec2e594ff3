// Preloaded into the program under test (LD_PRELOAD): a second after a call's watchdog began, one real-time thread a
// processor that spins for three seconds, whatever happens to it; and a question to the window's event loop every 10 ms
// meanwhile. Writes what it saw as one JSON object to the file PLANTED_OUT.
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QMetaObject>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr double kSpin = 3;                       // seconds
constexpr int kSpinLevel = 30, kProbeLevel = 50;  // below the watchdog's

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

bool be_real_time(int level) {
  const sched_param wanted{.sched_priority = level};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted) == 0;
}

struct Spinner {
  double real_time_ms = -1;  // until its class was gone; -1: it had none
  bool ended = false;

  void run(int processor) {
    pthread_setname_np(pthread_self(), ("spinner-" + std::to_string(processor)).c_str());
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    sched_setaffinity(0, sizeof only, &only);
    const double begin = now();
    if (!be_real_time(kSpinLevel)) return;
    real_time_ms = 1e3 * kSpin;
    bool real_time = true;
    for (double at = begin; at < begin + kSpin; at = now()) {
      if (!real_time || (sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) != SCHED_OTHER) continue;
      real_time = false;
      real_time_ms = 1e3 * (at - begin);
    }
    ended = true;
  }
};

/// The longest time between a question to the event loop and its answer, ms.
double longest_answer(double until) {
  double longest = 0;
  while (now() < until) {
    auto* answered = new std::atomic<bool>(false);  // left behind when no answer ever comes
    const double asked = now();
    QMetaObject::invokeMethod(
        qApp, [answered] { *answered = true; }, Qt::QueuedConnection);
    while (!*answered && now() < until) usleep(1000);
    longest = std::max(longest, 1e3 * (now() - asked));
    usleep(10'000);
  }
  return longest;
}

/// A thread of this process has the name.
bool has_thread(const std::string& name) {
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::string word;
    std::getline(std::ifstream(task.path() / "comm"), word);
    if (word == name) return true;
  }
  return false;
}

void plant(std::string out) {
  for (int tries = 0; tries < 200 && !has_thread("watchdog"); ++tries) usleep(100'000);
  sleep(1);
  const bool above = be_real_time(kProbeLevel);
  std::vector<Spinner> spinners(static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN)));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < spinners.size(); ++i)
    threads.emplace_back([&spinner = spinners[i], i] { spinner.run(static_cast<int>(i)); });
  const double longest = longest_answer(now() + kSpin);
  for (std::thread& thread : threads) thread.join();
  std::FILE* file = std::fopen(out.c_str(), "w");
  std::fprintf(file, "{\"probe_above\": %s, \"longest_answer_ms\": %.1f, \"spinners\": [", above ? "true" : "false",
               longest);
  for (std::size_t i = 0; i < spinners.size(); ++i)
    std::fprintf(file, "%s{\"real_time_ms\": %.1f, \"ended\": %s}", i ? ", " : "", spinners[i].real_time_ms,
                 spinners[i].ended ? "true" : "false");
  std::fputs("]}\n", file);
  std::fclose(file);
}

__attribute__((constructor)) void begin() {
  const char* out = std::getenv("PLANTED_OUT");
  if (!out) return;
  const std::string path = out;
  unsetenv("PLANTED_OUT");  // not in its children
  unsetenv("LD_PRELOAD");
  std::thread(plant, path).detach();
}

}  // namespace
