#include "app/commands/doctor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include <QCoreApplication>

#include "app/command_line/output.h"
#include "app/conditions/cpu_load.h"
#include "app/devices/device_list.h"
#include "app/doctor/examination.h"
#include "app/doctor/report.h"
#include "app/doctor/system_facts.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

struct DoctorOptions {
  bool json = false, quick = false;
};

constexpr Duration kListPatience = Duration::ms(3000);
constexpr Duration kLatecomers = Duration::ms(1000);  // after the first list, for kinds that have none yet

std::vector<std::string> labels(const std::vector<Device>& devices) {
  std::vector<std::string> all;
  for (const Device& device : devices) all.push_back(device.label);
  return all;
}

doctor::DeviceNames find_devices() {
  int count = 1;
  char name[] = "jitterscope";
  char* arguments[] = {name, nullptr};
  const QCoreApplication application(count, arguments);
  const DeviceList list;
  const Timestamp begin = monotonic_now();
  Timestamp end = begin + kListPatience;
  DeviceLists found;
  for (bool answered = false; monotonic_now() < end;) {
    sleep_until(monotonic_now() + Duration::ms(20));
    found = list.current();
    if (found.version == 0) continue;
    if (!answered) end = std::min(end, monotonic_now() + kLatecomers);
    answered = true;
    if (!found.cameras.empty() && !found.microphones.empty() && !found.speakers.empty()) break;
  }
  return {found.version > 0, labels(found.microphones), labels(found.speakers), labels(found.cameras)};
}

void show_progress(const char* what) {
  if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K{}", *what ? fmt::format("Looking at {} …", what) : "");
}

int run_doctor(const DoctorOptions& options) {
  doctor::Examination examination;
  examination.quick = options.quick;
  examination.progress = show_progress;
  show_progress("devices");
  examination.devices = find_devices();
  CpuLoad load;
  std::string error;
  examination.begin_load = [&](int counters) {
    load.set(std::min(counters, CpuLoad::kMost), error);
    return load.running();
  };
  examination.end_load = [&] { load.set(0, error); };
  const std::vector<doctor::Check> checks = examination.run();
  show_progress("");
  if (!error.empty()) say(error);
  const std::vector<doctor::Figure> machine = doctor::machine_facts();
  if (options.json)
    print_json(doctor::to_json(machine, checks).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_text(doctor::to_text(machine, checks));
  return 0;
}

}  // namespace

CLI::App* add_doctor(CLI::App& app, std::function<int()>& run) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command =
      app.add_subcommand("doctor", "What this machine allows: classes, timers, stamps, clocks, devices");
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->add_flag("--quick", options->quick, "No timer rows beside counter processes");
  command->callback([options, &run] { run = [options] { return run_doctor(*options); }; });
  return command;
}

}  // namespace jitterscope
