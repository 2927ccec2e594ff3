#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/conditions/loads.h"
#include "app/devices/device_list.h"
#include "app/doctor/checks.h"
#include "app/headless/qt_runtime.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/base/files/owned_descriptor.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

struct DoctorOptions {
  bool json = false, quick = false;
};

using Kind = PrioritySetting::Kind;
constexpr std::array kKinds{Kind::kDefault, Kind::kNice, Kind::kRealtime, Kind::kRoundRobin};
constexpr Duration kCountersSettle = Duration::ms(200);  // until new counters count

std::vector<std::string> labels(const std::vector<Device>& devices) {
  std::vector<std::string> all;
  for (const Device& device : devices) all.push_back(device.label);
  return all;
}

/// Libraries of sound and cameras write to standard error themselves, of what a verdict says here.
class QuietStandardError {
 public:
  QuietStandardError() : kept_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) {
    const OwnedDescriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (kept_.fd() >= 0 && nowhere.fd() >= 0) dup2(nowhere.fd(), STDERR_FILENO);
  }
  ~QuietStandardError() {
    if (kept_.fd() >= 0) dup2(kept_.fd(), STDERR_FILENO);
  }
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  const OwnedDescriptor kept_;
};

doctor::DeviceNames device_names() {
  const QuietStandardError quiet;
  const QtRuntime runtime(false, false);  // keeps what Qt says to itself
  const DeviceLists found = find_devices([](const DeviceLists& lists) {
    return !lists.cameras.empty() && !lists.microphones.empty() && !lists.speakers.empty();
  });
  return {found.version > 0, labels(found.microphones), labels(found.speakers), labels(found.cameras)};
}

void show_progress(const char* what) {
  if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K{}", *what ? fmt::format("Looking at {} …", what) : "");
}

/// All of them in the order they are shown: nine seconds, or five when `quick` (no rows beside counter processes).
std::vector<doctor::Check> examine(bool quick) {
  show_progress("devices");
  const doctor::DeviceNames devices = device_names();
  std::vector<doctor::Check> checks = doctor::check_classes();
  checks.push_back(doctor::check_rtkit());
  checks.push_back(doctor::check_throttling());
  checks.push_back(doctor::check_autogroup());
  show_progress("timers, idle");
  for (const Kind kind : kKinds) checks.push_back(doctor::check_timer(kind, 0));
  std::string error;
  if (!quick) {
    show_progress("timers beside counter processes");
    CpuLoad load;
    load.set(std::clamp(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), 1, CpuLoad::kMost), error);
    sleep_until(monotonic_now() + kCountersSettle);
    if (const int counters = load.running(); counters > 0)
      for (const Kind kind : kKinds) checks.push_back(doctor::check_timer(kind, counters));
  }
  show_progress("sockets");
  for (const auto check : {doctor::check_kernel_stamps, doctor::check_transmit_stamps, doctor::check_socket_buffers,
                           doctor::check_clock_source, doctor::check_timer_tick, doctor::check_time_namespace,
                           doctor::check_audio_blocks, doctor::check_cores})
    checks.push_back(check());
  for (doctor::Check& check : doctor::check_devices(devices)) checks.push_back(std::move(check));
  checks.push_back(doctor::check_display());
  checks.push_back(doctor::check_link_rights());
  show_progress("");
  if (!error.empty()) say(error);
  return checks;
}

int run_doctor(const DoctorOptions& options, const ProvenanceSource& made) {
  const std::vector<doctor::Check> checks = examine(options.quick);
  const std::vector<doctor::Figure> machine = doctor::machine_facts();
  if (options.json)
    print_result(doctor::to_json(machine, checks), made.now());
  else
    print_text(doctor::to_text(machine, checks));
  return 0;
}

}  // namespace

void add_doctor(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<DoctorOptions>();
  const OptionList command =
      program.command("doctor", "What this machine allows: classes, timers, stamps, clocks, devices");
  command.flag("--json", options->json, "One JSON object on standard output");
  command.flag("--quick", options->quick, "No timer rows beside counter processes");
  command.runs(run, [options, &made] { return run_doctor(*options, made); });
}

}  // namespace jitterscope
