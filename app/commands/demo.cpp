#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/conditions/kernel_path.h"
#include "app/headless/run_end.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "ui/own_files.h"

namespace jitterscope {
namespace {

constexpr int kChildEndMs = 3000;

struct DemoOptions : CallOptions {
  std::string out;
  bool force = false;  // what an earlier demo left there is replaced
};

/// The call options of the remote, as they stand on the command line. It listens to nobody and has its own files.
QStringList other_end_arguments(const std::vector<std::string>& given, const DemoOptions& options,
                                const HostPort& near) {
  QStringList arguments{"call", QString::fromStdString(near.to_string())};
  const QStringList own{"--seconds",           "--out",           "--trace", "--picture", "--name",
                        "--record-remote-wav", "--remote-frames", "--at",    "--link",    "--background",
                        "--cpu-load",          "--video-load",    "--bind",  "--seed"};
  const QStringList dropped{"demo", "--json", "--headless", "--usual-settings", "--force"};
  for (std::size_t i = 0; i < given.size(); ++i) {
    const QString word = QString::fromStdString(given[i]);
    if (dropped.contains(word)) continue;
    if (!own.contains(word.section('=', 0, 0)))
      arguments << word;
    else if (!word.contains('='))
      ++i;  // its value is the next word
  }
  if (!options.gives<setting::Video>()) arguments += {"--video", "synthetic"};
  if (!options.gives<setting::Audio>()) arguments += {"--audio", "speech"};
  arguments += QStringList{"--end-with-parent", "--usual-settings", "--json", "--name", "Room B"};
  arguments << "--consent"
            << "allow"
            << "--trace" << QString::fromStdString(options.out + "/room-b.jscope");
  if (!options.bind.empty()) arguments << "--bind" << QString::fromStdString(options.bind);
  arguments << (options.headless ? QStringList{"--headless"} : QStringList{"--place", "right"});
  if (!options.beside.empty()) arguments << "--beside" << QString::fromStdString(near.host);
  return arguments;
}

/// Two demos at once do not write into one folder: whether this one may, until the process ends.
bool lock_folder(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

std::string default_folder() {
  const std::string trace = next_trace_path();
  return trace.substr(0, trace.rfind('.'));
}

/// Sets the near end's trace and picture where nobody chose them. Returns all that the demo writes into its folder.
std::vector<std::string> take_files(DemoOptions& options) {
  std::vector<std::string> written;
  const auto take = [&](std::string& file, const char* name) {
    if (!file.empty()) return;
    file = options.out + name;
    written.push_back(file);
  };
  take(options.trace, "/room-a.jscope");
  written.push_back(options.out + "/room-b.jscope");
  take(options.picture, "/window.png");
  return written;
}

/// Returns the first of the files that is there; empty: none is.
std::string earlier_file(const std::vector<std::string>& files) {
  const auto there =
      std::ranges::find_if(files, [](const std::string& file) { return QFile::exists(QString::fromStdString(file)); });
  return there == files.end() ? "" : *there;
}

int run_demo(DemoOptions options, const std::vector<std::string>& given, const ProvenanceSource& made) {
  const bool blind = !has_display() && !options.headless;
  if (blind) options.headless = true;
  if (options.headless && !options.seconds) options.seconds = 20;
  if (blind) say(fmt::format("No display here: the demo runs without windows for {:g} s.", *options.seconds));
  if (!options.script.empty() && options.seconds && options.script.back().at_s >= *options.seconds) {
    say(fmt::format("--at {:g}:…: the demo is over after {:g} s. Give it longer with --seconds.",
                    options.script.back().at_s, *options.seconds));
    return 2;
  }
  if (options.out.empty()) {
    options.out = default_folder();
    make_own_folder(QString::fromStdString(options.out));
  }
  if (!QDir().mkpath(QString::fromStdString(options.out))) {
    say(fmt::format("The folder {} cannot be made. Choose another with --out.", options.out));
    return 1;
  }
  if (!lock_folder(options.out)) {
    say(fmt::format("Another demo uses the folder {}. Choose another with --out.", options.out));
    return 1;
  }
  options.name = "Room A";
  options.place = "left";
  options.consent = true;
  const std::vector<std::string> written = take_files(options);
  if (const std::string there = options.force ? "" : earlier_file(written); !there.empty()) {
    say(fmt::format("{} exists already. Choose another folder with --out, or add --force to replace what is there.",
                    there));
    return 1;
  }

  // Before any thread starts: what starts from now on is at the near side.
  std::unique_ptr<KernelPath> path;
  const LinkSettings& link = options.settings.link;
  if (link.up.kernel || link.down.kernel) {
    std::string error;
    path = KernelPath::create(link, error);
    if (path && !path->enter(LinkSide::kNear)) error = "The namespace of the near end cannot be entered.";
    if (!error.empty()) {
      say(error);
      return 3;
    }
  }

  EndPlan plan;
  plan.made = &made;
  plan.kernel_path = path.get();
  plan.callers_pass_link = !link.off() && !path;
  plan.listen = kControlPort;
  plan.next_free_port = true;
  plan.auto_accept = true;
  plan.one_call = true;
  plan.replaced = written;
  if (path) options.beside = KernelPath::address(LinkSide::kFar);
  if (options.bind.empty() && !path) options.bind = "127.0.0.1";  // no stranger is heard
  std::unique_ptr<QProcess> other_end;
  plan.started = [&](std::uint16_t port) {  // it cannot outlive this one, and is at the other side of a line
    other_end = std::make_unique<QProcess>();
    if (path)
      other_end->setChildProcessModifier([&path] {
        if (!path->enter(LinkSide::kFar)) _exit(3);
      });
    other_end->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const HostPort near{path ? KernelPath::address(LinkSide::kNear) : options.bind, port};
    other_end->start(QCoreApplication::applicationFilePath(), other_end_arguments(given, options, near),
                     QIODevice::ReadOnly);
  };
  nlohmann::ordered_json other_json;
  // Behind a full interface queue the last words of a call come late or never.
  if (path) plan.hanging_up = [&] { other_end->terminate(); };
  int other_status = 1;
  plan.finished = [&] {
    if (!options.headless) other_end->terminate();  // its window would stay
    if (!other_end->waitForFinished(kChildEndMs)) {
      other_end->terminate();
      other_end->waitForFinished(kChildEndMs);
    }
    if (other_end->state() == QProcess::NotRunning) other_status = other_end->exitCode();
    other_json = nlohmann::ordered_json::parse(other_end->readAllStandardOutput().toStdString(), nullptr, false);
    if (other_json.is_discarded()) other_json = nullptr;
    other_end.reset();
  };
  const EndResult result = run_end(options, plan);
  if (result.summary_text.empty()) return result.status;  // there was no call
  if (options.json) {
    print_result({{"room_a", result.summary_json}, {"room_b", other_json}, {"picture", options.picture}}, made.now());
  } else {
    print_text(fmt::format("{}Trace of the remote: {}/room-b.jscope\n", result.summary_text, options.out));
    if (QFile::exists(QString::fromStdString(options.picture)))
      print_text(fmt::format("Picture of the window: {}\n", options.picture));
  }
  return result.status ? result.status : other_status;
}

}  // namespace

void add_demo(OptionList program, Run& run, const std::vector<std::string>& words, const ProvenanceSource& made) {
  auto options = std::make_shared<DemoOptions>();
  const OptionList command = program.command("demo", "two processes hold a call on this machine");
  add_call_options(command, *options);
  command.add("--out", options->out, "folder for traces and picture");
  command.flag("--force", options->force, "replace what an earlier demo left in that folder");
  command.runs(run, [options, words, &made] { return run_demo(*options, words, made); });
}

}  // namespace jitterscope
