// One end of a call on loopback, with the real window or without: what it costs, and how long its thread is busy at a
// time. window.py runs it against a headless remote end and prints tables.
//   bench_window PORT SECONDS [WIDTHxHEIGHT [SHOWN]]   calls 127.0.0.1:PORT; without a size there is no window; SHOWN:
//   the title of a tab, "=" and the name of a layout, or "=present"
//   --default-class: the media threads stay in it; else they ask for the real-time one
//   --acts: in place of SECONDS what a user does (window_acts()), three seconds each, and the longest turn of each
//   --wakes: also how late the media threads wake up (p99 of the last 10 s, µs); a window knows it, without one it is
//   asked for, once a second
// Prints JSON: processor time of the process (and of each whole minute) and of the main thread in percent of a core,
// draws a second, and the turns of its event loop, from the end of a wait to the next: wall and processor time in ms
// (median, p99, longest), and how many of them waited for something (a file, a lock, a process: the kernel put the
// thread to sleep before it had done what it woke up for), with the longest of these.
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QAbstractEventDispatcher>
#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/window/window_session.h"
#include "core/events/words.h"
#include "core/measures/views/thread_row.h"
#include "ui/main_window/main_window.h"

using namespace jitterscope;

namespace {

constexpr int kSettleMs = 5000, kLongestCallMs = 20'000, kPollMs = 20, kActMs = 3000;

[[noreturn]] void fail(const std::string& sentence) {
  fmt::print(stderr, "{}\n", sentence);
  std::exit(1);
}

double cpu_s(int whose) {
  rusage used{};
  getrusage(whose, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/// To the nanosecond; getrusage() counts a thread's by the tick on some kernels.
double thread_cpu_ms() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

/// How often the calling thread gave the processor up by itself.
long waits_of_thread() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

nlohmann::json figures(std::vector<double> values) {
  if (values.empty()) return nullptr;
  std::ranges::sort(values);
  const auto at = [&](double share) { return values[static_cast<std::size_t>(share * double(values.size() - 1))]; };
  return {{"n", values.size()}, {"p50", at(0.5)}, {"p99", at(0.99)}, {"max", values.back()}};
}

/// What the event loop does between two waits: from the first event it hands out to the next wait. Dispatchers differ
/// in when they say awake(), so that is not asked; and GLib's says aboutToBlock() also where it will not, so Qt's own
/// is taken.
class Application : public QApplication {
 public:
  using QApplication::QApplication;

  void watch() {
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, [this] {
      if (!began_) return;
      wall_ms_.push_back((monotonic_now() - *began_).ms());
      cpu_ms_.push_back(thread_cpu_ms() - cpu_);
      if (const auto waits = waits_of_thread() - waits_; waits > 0)
        waited_ms_.push_back(wall_ms_.back() - cpu_ms_.back());
      began_.reset();
    });
  }
  bool notify(QObject* receiver, QEvent* event) override {
    if (!began_ && QThread::currentThread() == thread()) {
      began_ = monotonic_now();
      cpu_ = thread_cpu_ms();
      waits_ = waits_of_thread();
    }
    return QApplication::notify(receiver, event);
  }
  void restart() {
    wall_ms_.clear();
    cpu_ms_.clear();
    waited_ms_.clear();
  }
  /// Turns in which the thread gave the processor up, and the longest that one was without it, ms.
  std::pair<std::size_t, double> waited() const {
    return {waited_ms_.size(), waited_ms_.empty() ? 0 : *std::ranges::max_element(waited_ms_)};
  }
  /// Longest turn, ms of the wall and of the processor.
  std::pair<double, double> longest() const {
    return wall_ms_.empty() ? std::pair(0.0, 0.0)
                            : std::pair(*std::ranges::max_element(wall_ms_), *std::ranges::max_element(cpu_ms_));
  }
  nlohmann::json turns() const {
    return {{"wall_ms", figures(wall_ms_)}, {"cpu_ms", figures(cpu_ms_)}, {"waited_ms", figures(waited_ms_)}};
  }

 private:
  std::optional<Timestamp> began_;
  double cpu_ = 0;
  long waits_ = 0;
  std::vector<double> wall_ms_, cpu_ms_, waited_ms_;
};

/// Of the menus; false: none has these keys.
bool trigger_keys(const MainWindow& window, const char* keys) {
  for (auto* action : window.actions())
    if (action->shortcut() == QKeySequence(keys)) return action->trigger(), true;
  return false;
}

struct WindowAct {
  std::string name;
  std::function<void()> act;
};

/// What a user does in a call that may hold the window up, in their order, some seconds apart: what is recorded by one
/// is exported, reported on and opened by later ones. Files go to `folder`.
std::vector<WindowAct> window_acts(MainWindow& window, SessionPort& port, const QString& folder) {
  const auto path = [folder](const char* name) { return (folder + "/" + name).toStdString(); };
  const auto ignored = [](const ExportResult&) {};
  const auto layout = [&window](Layout which) { return [&window, which] { window.set_layout(which); }; };
  const auto keys = [&window](const char* which) {
    return [&window, which] {
      if (!trigger_keys(window, which)) throw std::logic_error(std::string("no action has the keys ") + which);
    };
  };
  std::vector<WindowAct> all{
      {"nothing", [] {}},
      {"record",
       [&port, path] {
         port.send(RecordCall{true, path("call.jscope")});
       }},
      {"select a stretch", [&window] { window.view().select(2, 5); }},
      {"let it go", [&window] { window.view().clear_selection(); }},
      {"hold", keys("H")},
      {"let go", keys("H")},
      {"export as CSV", [&port, path, ignored] { port.export_session("csv", path("csv"), false, ignored); }},
      {"write a page", [&port, path, ignored] { port.write_report(path("page.html"), 0, 0, ignored); }},
      {"write a PDF", [&port, path, ignored] { port.write_report(path("page.pdf"), 0, 0, ignored); }},
      {"open the recording", [&window, path] { window.open_file(QString::fromStdString(path("call.jscope"))); }},
      {"back to the call", [&port] { port.close_file(); }},
      {"larger", keys("Ctrl++")},
      {"usual size", keys("Ctrl+0")},
      {"present", keys("F9")},
      {"leave it", keys("F9")}};
  for (const Layout which : kReadyLayouts)
    all.push_back({"layout: " + layout_name(which).toStdString(), layout(which)});
  return all;
}

/// One after the other; then the end.
void run_acts(std::vector<WindowAct> acts, Application& watched, nlohmann::json said = nlohmann::json::array()) {
  if (acts.empty()) {
    fmt::print("{}\n", said.dump());
    return QCoreApplication::exit();
  }
  watched.restart();
  acts.front().act();
  QTimer::singleShot(kActMs, [acts = std::move(acts), &watched, said = std::move(said)]() mutable {
    const auto [wall_ms, cpu_ms] = watched.longest();
    const auto [waits, waited_ms] = watched.waited();
    said.push_back({{"act", acts.front().name},
                    {"wall_ms", wall_ms},
                    {"cpu_ms", cpu_ms},
                    {"waits", waits},
                    {"waited_ms", waited_ms}});
    acts.erase(acts.begin());
    run_acts(std::move(acts), watched, std::move(said));
  });
}

CallSettings settings(bool default_class) {
  CallSettings all;
  std::string error;
  for (const auto& [name, words] :
       {std::pair{"video", "synthetic:640x480@15"}, {"audio", "speech"}, {"speaker", "none"}}) {
    const auto set = parse_setting(name, words, error);
    if (!set) fail(error);
    put(all, *set);
  }
  if (default_class)
    for (const ThreadRole role : kMediaThreads) put(all, SetPriority{role, {}});
  return all;
}

/// The window's part of SHOWN.
void show(MainWindow& window, const QString& shown) {
  if (shown.isEmpty()) return;
  if (shown == "=present") return trigger_keys(window, "F9") ? void() : fail("Nothing presents.");
  if (shown.startsWith('=')) {
    const auto layout = layout_of_name(shown.mid(1));
    if (!layout) fail("There is no layout " + shown.mid(1).toStdString() + ".");
    return window.set_layout(*layout);
  }
  const auto tabs = window.open_tabs();
  const auto wanted = std::ranges::find_if(tabs, [&](const Panel* panel) { return panel->title().startsWith(shown); });
  if (wanted == tabs.end()) fail("There is no panel " + shown.toStdString() + ".");
  window.show_panel(*wanted);
}

nlohmann::json wakes_of(const CallSnapshot& snapshot) {
  nlohmann::json made;
  for (const ThreadRow& row : snapshot.threads)
    if (row.wake_p99_us) made[std::string(to_string(row.role))] = *row.wake_p99_us;
  return made;
}

std::unique_ptr<MainWindow> shown_window(WindowSession& port, const QString& size, const QString& shown) {
  apply_theme(*qApp, Theme::kDark);
  auto window = std::make_unique<MainWindow>(port);
  const auto sides = size.split('x');
  window->resize(sides.value(0).toInt(), sides.value(1).toInt());
  window->show();
  show(*window, shown);
  return window;
}

}  // namespace

int main(int argc, char** argv) {
  // A report is written by the program itself, which this one stands in for.
  if (argc > 1 && std::string_view(argv[1]) == "report") {
    const auto program = std::filesystem::read_symlink("/proc/self/exe").replace_filename("jitterscope");
    execv(program.c_str(), argv);
    fail(program.string() + " cannot be run.");
  }
  qputenv("QT_NO_GLIB", "1");
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  std::unique_ptr<QCoreApplication> application;
  Application* watched = nullptr;
  QStringList words(argv, argv + argc);
  const bool wakes = words.removeAll("--wakes") > 0, acts = words.removeAll("--acts") > 0,
             default_class = words.removeAll("--default-class") > 0;
  if (words.size() > 3)
    application.reset(watched = new Application(argc, argv));
  else
    application = std::make_unique<QCoreApplication>(argc, argv);
  if (words.size() < 3 || (acts && words.size() < 4))
    fail("bench_window PORT SECONDS [WIDTHxHEIGHT [SHOWN]] [--wakes] [--default-class] [--acts]");
  const QTemporaryDir kept;  // not what the user keeps
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, kept.path());

  EndpointOptions options;
  options.settings = settings(default_class);
  options.name = "bench";
  options.program_version = "bench";
  options.one_call = true;
  options.watched = words.size() > 3;
  Endpoint session(options, nullptr);
  std::unique_ptr<DeviceList> devices;
  std::unique_ptr<WindowSession> port;
  std::unique_ptr<MainWindow> window;
  if (options.watched) {
    devices = std::make_unique<DeviceList>();
    port = std::make_unique<WindowSession>(session, *devices);
    watched->watch();
    window = shown_window(*port, words[3], words.value(4));
  } else {
    session.set_interests(wakes ? Interests{{.view = ViewKind::kThreads, .period = Duration::seconds(1)}}
                                : Interests());
  }
  session.post(PlaceCall{"127.0.0.1", static_cast<std::uint16_t>(words[1].toInt())});

  double process_s = 0, thread_ms = 0;
  std::int64_t draws = 0;
  Timestamp began;
  std::vector<double> minutes;
  QTimer minute;
  QObject::connect(&minute, &QTimer::timeout, [&, before = 0.0]() mutable {
    const double now = cpu_s(RUSAGE_SELF);
    minutes.push_back((now - std::exchange(before, now) - (minutes.empty() ? process_s : 0)) * 100 / 60);
  });
  const auto begin = [&] {
    minute.start(60'000);
    if (window) draws = window->draws(), watched->restart();
    process_s = cpu_s(RUSAGE_SELF);
    thread_ms = thread_cpu_ms();
    began = monotonic_now();
  };
  const auto end = [&] {
    const double seconds = (monotonic_now() - began).seconds();
    const double percent = 100 / seconds, process = (cpu_s(RUSAGE_SELF) - process_s) * percent;
    nlohmann::json said{{"seconds", seconds},
                        {"process_percent", process},
                        {"minutes_percent", minutes},
                        {"main_thread_percent", (thread_cpu_ms() - thread_ms) / 1e3 * percent}};
    if (window) {
      said["draws_per_second"] = static_cast<double>(window->draws() - draws) / seconds;
      said["turns"] = watched->turns();
    }
    if (wakes) said["wake_p99_us"] = wakes_of(*session.snapshot());
    fmt::print("{}\n", said.dump());
    QCoreApplication::exit();  // quit() would ask the window, which asks whether to leave the call
  };
  QTimer waiting;
  const Timestamp placed = monotonic_now();
  QObject::connect(&waiting, &QTimer::timeout, [&] {
    const EndpointView view = session.view();
    if (view.failed) fail(view.sentence);
    if (view.stage != CallStage::kInCall) {
      if ((monotonic_now() - placed).ms() > kLongestCallMs) fail("There is no call.");
      return;
    }
    waiting.stop();
    if (acts && window)
      return QTimer::singleShot(kSettleMs, [&] { run_acts(window_acts(*window, *port, kept.path()), *watched); });
    QTimer::singleShot(kSettleMs, begin);
    QTimer::singleShot(kSettleMs + static_cast<int>(1000 * words[2].toDouble()), end);
  });
  waiting.start(kPollMs);
  QCoreApplication::exec();
  session.post(HangUp{});
  return 0;
}
