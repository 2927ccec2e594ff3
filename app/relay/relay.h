#pragma once
// `jitterscope relay`: stands between the two ends of a call and treats their packets as the link model says.
#include <poll.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/relay/control_proxy.h"
#include "app/relay/picture_proxy.h"
#include "app/relay/relay_sockets.h"
#include "app/relay/relay_standstill.h"
#include "app/relay/shaped_link.h"

namespace jitterscope {

/// One thread does it all and sleeps whenever there is nothing to do. Commands are JSON lines from `input`
/// ({"link":"rate=1mbit"}, {"background":"500"}, {"seed":7}, {"route":{…}},
/// {"control":{"to":"HOST:PORT","called_by_remote":false}}, {"end":true}), each answered by one line to `output`
/// ({"ok":…} or {"error":"sentence"}); between them come {"report":{…}}, ten a second and direction, and
/// {"notice":"sentence"}.
/// At the end of the link (a link of another kind, such as an Ethernet or another trace, takes its place; "end" says
/// so; the relay ends) what is inside is dropped, and counted so. After "end" and two last reports no media pass until
/// a link is set again, and the control connection passes at once: a call's last message is not lost in a full queue.
/// Datagrams that waited while the relay itself stood still are dropped and counted as "link full or stopped", since
/// they would show its delay as the link's; what goes by TCP comes late. Reports of that time say overloaded, and a
/// notice how long it was.
class Relay {
 public:
  /// Both descriptors become non-blocking.
  Relay(std::unique_ptr<RelaySockets> sockets, std::uint64_t seed, int input, int output);

  /// Until the end of `input`. Takes the real-time class if it may, and leaves it when it would freeze the machine.
  void run();

 private:
  struct Arrival {
    Timestamp at;
    std::uint32_t packet = 0;  // in the pool
  };

  // relay.cpp
  void round();
  void wait();
  void look_whether_stood_still();
  void fetch(std::size_t socket);
  void offer_arrivals();
  void advance();
  void deliver(const link::Departure& departure);
  void drop(const link::Drop& drop);
  void drop_held_up(std::uint32_t packet);
  void send(std::uint32_t packet, bool duplicate);
  void add_streams();
  void serve_stream(const pollfd& ready);
  Timestamp next_event() const;
  void drop_all();
  void end_link();
  void flush_control();
  void finish();
  // relay_commands.cpp
  void read_commands();
  nlohmann::json carry_out(const nlohmann::json& message);
  void say(const nlohmann::json& line);
  void write_some();
  void report(Timestamp now);
  void keep_machine_alive();

  std::unique_ptr<RelaySockets> sockets_;
  const int input_, output_;
  bool ended_ = false;
  bool link_ended_ = false;
  ShapedLink link_;
  ControlProxy control_;
  PictureProxy pictures_;
  PacketPool pool_;
  std::vector<Arrival> arrivals_;
  link::Results results_;
  std::vector<pollfd> wanted_;
  RelayStandstill standstill_;
  Timestamp next_report_;
  Duration processor_time_;  // used at the last report
  int busy_reports_ = 0;
  bool realtime_ = false;
  std::string received_, unsent_;
};

}  // namespace jitterscope
