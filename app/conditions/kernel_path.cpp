#include "app/conditions/kernel_path.h"

#include <algorithm>

#include "core/base/units/data.h"

namespace jitterscope {
namespace {

std::optional<QdiscMonitor> open_monitor(const NetworkNamespace& space, std::string& error) {
  std::optional<QdiscMonitor> monitor;
  space.inside([&] { monitor = QdiscMonitor::open(kVethInterface, error); });
  return monitor;
}

/// Whether an interface queue can do what this direction wants of it; `error` says what it cannot.
bool queue_can(const LinkSetting& setting, std::string& error) {
  if (!setting.kernel) return true;
  std::string what;
  if (setting.ethernet_stations) what = "ethernet=";
  if (!setting.trace_file.empty()) what = "trace=";
  if (setting.audio_first) what = "audio-first";
  if (std::ranges::any_of(setting.schedule, [](const LinkStep& step) { return step.rate.has_value(); }))
    what = "at=…:rate=";
  if (setting.limit_packets && setting.limit_bytes) what = "two limits";
  if (setting.rate && setting.rate->bits_per_second() < 8) what = "a rate below 8 bit/s";
  if (what.empty()) return true;
  error = "An interface queue cannot do " + what + ": leave that out, or path=kernel, so that the relay does it.";
  return false;
}

/// Rate and limit stay with the relay unless they are asked of the kernel.
InterfaceQueue queue_of(const LinkSetting& setting) {
  return setting.kernel ? InterfaceQueue{setting.rate, setting.limit_packets, setting.limit_bytes} : InterfaceQueue{};
}

}  // namespace

std::unique_ptr<KernelPath> KernelPath::create(const LinkSettings& settings, std::string& error) {
  if (!queue_can(settings.up, error) || !queue_can(settings.down, error)) return nullptr;
  auto near = NetworkNamespace::create(error);
  auto far = near ? NetworkNamespace::create(error) : std::nullopt;
  if (!far) {
    error = "path=kernel cannot be had. " + error + " Without path=kernel the relay does rate and limit itself.";
    return nullptr;
  }
  std::unique_ptr<KernelPath> path(new KernelPath(std::move(*near), std::move(*far)));
  if (!make_veth_link(path->near_, path->far_, error) || !path->set_queue(LinkSide::kNear, settings.up, error) ||
      !path->set_queue(LinkSide::kFar, settings.down, error))
    return nullptr;
  auto up = open_monitor(path->near_, error);
  auto down = open_monitor(path->far_, error);
  if (!up || !down) return nullptr;
  path->settings_ = settings;
  path->watch_ = std::make_unique<QueueWatch>(std::move(*up), std::move(*down));
  return path;
}

bool KernelPath::set_queue(LinkSide side, const LinkSetting& setting, std::string& error) {
  return run_tool(space(side), "tc", queue_script(queue_of(setting)), -1, error);
}

bool KernelPath::set(const LinkSettings& settings, std::string& error) {
  if (!queue_can(settings.up, error) || !queue_can(settings.down, error)) return false;
  if (!set_queue(LinkSide::kNear, settings.up, error)) return false;
  if (!set_queue(LinkSide::kFar, settings.down, error)) {
    std::string ignored;
    set_queue(LinkSide::kNear, settings_.up, ignored);
    return false;
  }
  settings_ = settings;
  return true;
}

}  // namespace jitterscope
