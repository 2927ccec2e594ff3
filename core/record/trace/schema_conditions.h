#pragma once
// Tables of the events of threads, settings, link, loads and clocks, and of what the user was told or marked.
#include "core/record/trace/schema_table.h"

namespace jitterscope::trace {

template <>
struct Table<ThreadWoke> {
  using E = ThreadWoke;
  static constexpr std::string_view name = "thread_woke";
  static constexpr std::string_view meaning = "a paced thread woke (main time) for a deadline";
  static constexpr auto local = &E::woke;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("role", &E::role, "the thread's name"), column("deadline_ns", &E::deadline));
};

template <>
struct Table<ThreadStatus> {
  using E = ThreadStatus;
  static constexpr std::string_view name = "thread_status";
  static constexpr std::string_view meaning = "what the kernel says of a thread; written when it changes";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
                     column("requested", &E::requested, "class asked for"),
                     column("effective", &E::effective, "class in force"), column("cpu", &E::cpu, "-1: not known"));
};

template <>
struct Table<SettingChanged> {
  using E = SettingChanged;
  static constexpr std::string_view name = "setting_changed";
  static constexpr std::string_view meaning = "a setting took effect at one end";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("name", &E::name), column("value", &E::value, "in the words of the command line"),
      column("end_of_call", &E::end, "local: this end's sending; remote: the other's (mine, theirs in older traces)"),
      column("origin", &E::origin, "local or remote: the end that asked (mine, theirs in older traces)"));
};

template <>
struct Table<RingDropped> {
  using E = RingDropped;
  static constexpr std::string_view name = "ring_dropped";
  static constexpr std::string_view meaning = "a full ring or pool dropped entries";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ring", &E::ring,
                            "whose; audio socket, video socket: datagrams that its full receive buffer lost, at most"),
                     column("dropped", &E::dropped, "since the call began"));
};

template <>
struct Table<Notice> {
  using E = Notice;
  static constexpr std::string_view name = "notice";
  static constexpr std::string_view meaning = "something the user was told";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("severity", &E::severity, "0 information, 1 warning, 2 error"), column("text", &E::text));
};

template <>
struct Table<Marker> {
  using E = Marker;
  static constexpr std::string_view name = "marker";
  static constexpr std::string_view meaning = "a mark set by the user";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("text", &E::text));
};

template <>
inline constexpr std::int32_t kSince<LinkReport> = 2;
template <>
struct Table<LinkReport> {
  using E = LinkReport;
  static constexpr std::string_view name = "link_report";
  static constexpr std::string_view meaning = "one direction of the emulated link; counts since the link came up";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("way", &E::way, "up: to the remote; down: from it"),
      column("kernel", &E::kernel, "1: read from the interface queue; 0: from the relay's model"),
      column("queue_packets", &E::queue_packets, "waiting now"),
      column("queue_packets_max", &E::queue_packets_max, "most since the last report"),
      column("queue_bytes", &E::queue_bytes), column("offered", &E::offered), column("delivered", &E::delivered),
      column("duplicated", &E::duplicated), column("dropped_queue", &E::dropped_queue, "the queue was full"),
      column("dropped_random", &E::dropped_random, "lost on the link"),
      column("dropped_collisions", &E::dropped_collisions, "given up after 16 collisions"),
      column("dropped_overload", &E::dropped_overload, "the relay could not keep up"),
      column("media_dropped", &E::media_dropped, "audio and video alone"),
      column("background_offered", &E::background_offered), column("background_dropped", &E::background_dropped),
      column("delivered_kbps", &E::delivered_kbps, "since the last report, bytes on the link"),
      column("own_delay_us", &E::own_delay_us, "median of what the relay adds to the model"),
      column("overloaded", &E::overloaded, "1: the relay cannot keep up"));
};

template <>
inline constexpr std::int32_t kSince<LoadReport> = 2;
template <>
struct Table<LoadReport> {
  using E = LoadReport;
  static constexpr std::string_view name = "load_report";
  static constexpr std::string_view meaning = "the loads on this machine";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("counters", &E::counters, "counter processes running"),
                     column("video_applications", &E::video_applications, "second video applications running"),
                     column("load_average", &E::load_average, "of one minute, as the kernel says"),
                     column("background_kbytes_per_second", &E::background_kbytes_per_second,
                            "UDP payload offered since the last report, 1000 bytes"));
};

template <>
inline constexpr std::int32_t kSince<ClockSynced> = 2;
template <>
struct Table<ClockSynced> {
  using E = ClockSynced;
  static constexpr std::string_view name = "clock_synced";
  static constexpr std::string_view meaning = "what the clock filter believes after an exchange with the remote";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("synchronised", &E::synchronised, "1: delays are known"),
      column("offset_ms", &E::offset_ms, "conference clock less this machine's first estimate of it"),
      column("skew_ppm", &E::skew_ppm, "of this machine's clock against the master's"),
      column("bound_ms", &E::bound_ms, "half-width of a one-way delay's error: the sender's clock and the receiver's")
          .within({0, kWidestBoundMs}),
      column("round_trip_ms", &E::round_trip_ms), column("source", &E::source, "master, same clock or exchanges"),
      column("jumped_ms", &E::jumped_ms, "the clocks jumped apart by so much more than the bound said").added_in(6),
      column("doubted_since_ns", &E::doubted_since, "not noticed from then on").added_in(6));
};

template <>
inline constexpr std::int32_t kSince<ClockStepped> = 2;
template <>
struct Table<ClockStepped> {
  using E = ClockStepped;
  static constexpr std::string_view name = "clock_stepped";
  static constexpr std::string_view meaning = "the system's real-time clock stepped or its rate was changed";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("step_ms", &E::step_ms, "0 for a change of rate"), column("slew_ppm", &E::slew_ppm));
};

template <>
inline constexpr std::int32_t kSince<ThreadLoad> = 3;
template <>
struct Table<ThreadLoad> {
  using E = ThreadLoad;
  static constexpr std::string_view name = "thread_load";
  static constexpr std::string_view meaning = "what a thread has used of the processors since it began";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
      column("cpu_time_ns", &E::cpu_time), column("run_queue_wait_ns", &E::run_queue_wait, "ready, but another ran"),
      column("voluntary", &E::voluntary, "context switches"), column("involuntary", &E::involuntary),
      column("cpu", &E::cpu, "-1: not known"));
};

template <>
inline constexpr std::int32_t kSince<ClassChanged> = 3;
template <>
struct Table<ClassChanged> {
  using E = ClassChanged;
  static constexpr std::string_view name = "class_changed";
  static constexpr std::string_view meaning = "the scheduling class of a thread was granted, refused, lost or taken";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
      column("change", &E::change, "granted, refused, lost, or demoted by the watchdog"),
      column("requested", &E::requested), column("effective", &E::effective, "class in force from now on"),
      column("way", &E::way, "by which right: none, directly, by rlimit, by rtkit"));
};

}  // namespace jitterscope::trace
