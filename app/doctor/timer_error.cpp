#include "app/doctor/checks.h"

#include <algorithm>
#include <future>
#include <vector>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/realtime_thread.h"

namespace jitterscope::doctor {
namespace {

using Kind = PrioritySetting::Kind;
constexpr Duration kPeriod = Duration::ms(5);
constexpr int kWakes = 200;
constexpr double kLargestP99_us = 1000;  // a fifth of the period

struct Row {
  std::string effective, refusal;
  std::vector<double> late_us;  // sorted
};

Row measure(const PrioritySetting& setting) {
  Row row;
  std::vector<double> late;
  late.reserve(kWakes);
  std::promise<bool> go;
  std::promise<void> done;
  RealtimeThread thread(ThreadRole::kAudioSend, setting, [&](std::stop_token) {
    if (go.get_future().get()) {
      const Timestamp begin = monotonic_now() + kPeriod;
      for (int i = 0; i < kWakes; ++i) {
        const Timestamp due = begin + kPeriod * i;
        late.push_back((sleep_until(due) - due).us());
      }
    }
    done.set_value();
  });
  const ThreadState state = thread.status();
  row.effective = state.effective;
  row.refusal = state.reason;
  go.set_value(state.reason.empty());
  done.get_future().wait();
  thread.join();
  std::sort(late.begin(), late.end());
  row.late_us = std::move(late);
  return row;
}

std::string late_remedy(Kind kind, bool loaded) {
  if (loaded && kind == Kind::kDefault)
    return "Beside busy programs this class wakes late: give the media threads a better one (`--priority realtime`, or "
           "`--priority nice`).";
  if (loaded && kind == Kind::kNice)
    return "Nice does not keep wake-ups prompt beside busy programs here: use `--priority realtime`.";
  return "Something holds this machine up for longer than a class can help (another busy program, a virtual machine's "
         "host, power saving): close other programs, or measure again when it is quiet.";
}

}  // namespace

Check check_timer(Kind kind, int counters) {
  const bool loaded = counters > 0;
  const PrioritySetting setting{kind, std::nullopt};
  const std::string word = setting.to_string();
  Check check{"timer." + word + (loaded ? ".loaded" : ".idle"),
              "5 ms timer, " + word + (loaded ? ", loaded" : ", idle"),
              {},
              Verdict::kGood,
              ""};
  const Row row = measure(setting);
  const auto late = [&row](double share) {
    return row.late_us.empty() ? Value() : Value(quantile(row.late_us, share));
  };
  check.figures = {{"p50", late(0.5), "us"}, {"p99", late(0.99), "us"}, {"class", row.effective, ""}};
  if (loaded) check.figures.push_back({"counters", std::int64_t{counters}, ""});
  if (!row.refusal.empty()) {
    check.missing(class_remedy(kind));
  } else if (quantile(row.late_us, 0.99) > kLargestP99_us) {
    check.limited(late_remedy(kind, loaded));
  }
  return check;
}

}  // namespace jitterscope::doctor
