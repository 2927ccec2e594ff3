#pragma once
// All that doctor looks at, a subject a file.
#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/events/settings.h"

namespace jitterscope::doctor {

enum class Verdict : std::uint8_t { kGood, kLimited, kMissing };

/// monostate: not known.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
template <typename T>
Value known(const std::optional<T>& value) {
  return value ? Value(*value) : Value();
}

struct Figure {
  std::string name;
  Value value;
  std::string unit;  // "us", "bytes" ...; empty = a word, a yes or a plain count
};

/// One thing that `jitterscope doctor` looked at: what it found, how good that is and what helps.
struct Check {
  std::string id;    // "class.fifo": stays the same from version to version
  std::string name;  // for people
  std::vector<Figure> figures;
  Verdict verdict = Verdict::kGood;
  std::string remedy{};  // a sentence; empty exactly when good

  void limited(std::string what_helps) { verdict = Verdict::kLimited, remedy = std::move(what_helps); }
  void missing(std::string what_helps) { verdict = Verdict::kMissing, remedy = std::move(what_helps); }
};

/// Writes {"machine":{NAME:VALUE},"checks":[{"id","name","values":{NAME:{"value","unit"}},"verdict","remedy"}]};
/// unknown = null.
nlohmann::ordered_json to_json(const std::vector<Figure>& machine, const std::vector<Check>& checks);
/// Writes a table for people.
std::string to_text(const std::vector<Figure>& machine, const std::vector<Check>& checks);

/// Returns the sample that `share` (0 … 1) of these sorted ones, at least one, do not exceed.
inline double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

// machine_facts.cpp
/// Returns kernel, processor, cores, memory, load of the last minute, and whether this is a virtual machine.
std::vector<Figure> machine_facts();

// class_checks.cpp
/// Which scheduling classes this process can have, tried on a thread that ends at once, and by which right:
/// "class.default", "class.nice", "class.fifo", "class.rr", "class.deadline", "class.slice".
std::vector<Check> check_classes();
/// Tells what the service grants ("rights.rtkit"). It takes a second when the bus does not answer.
Check check_rtkit();
/// Looks for what a link of the kernel's own queues (path=kernel) needs: root, `ip`, `tc`, network namespaces (one is
/// made and let go).
Check check_link_rights();
/// Says in one sentence what helps a user who lacks the class.
std::string class_remedy(PrioritySetting::Kind);

// scheduler_checks.cpp: settings of the kernel's scheduler that decide what classes are worth, and the cores there are.
Check check_throttling();
Check check_autogroup();
Check check_cores();

/// Measures for a second how late a thread of the class that sleeps to a 5 ms schedule wakes: "timer.default.idle", or
/// ".loaded" when `counters` processes count meanwhile (the caller keeps them). A class that is refused is not
/// measured: missing.
Check check_timer(PrioritySetting::Kind, int counters);

// socket_checks.cpp
/// Whether datagrams on loopback carry the kernel's receive stamp, and the time from it to the receiving program
/// (default class). Some 0.3 s.
Check check_kernel_stamps();
/// Whether the kernel says when a datagram entered the interface queue and when it left it. Some 0.05 s.
Check check_transmit_stamps();
/// The largest buffers a UDP socket gets when it asks for 8 MB; good when a call gets what it asks for.
Check check_socket_buffers();

// clock_checks.cpp: the clocks that every stamp comes from, and audio blocks in step with the scheduler's tick.
Check check_clock_source();
Check check_timer_tick();
Check check_time_namespace();
Check check_audio_blocks();

/// Holds what the list of devices said.
struct DeviceNames {
  bool answered = false;  // within the time that it was given
  std::vector<std::string> microphones, speakers, cameras;
};
/// "devices.sound" and "devices.camera".
std::vector<Check> check_devices(const DeviceNames&);
Check check_display();

}  // namespace jitterscope::doctor
