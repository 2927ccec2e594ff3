// One end of a call, told lines of any kind at any time. First byte: who calls and what was decided beforehand; then
// lines, each after two bytes: what the user does before it and how much time passes.
#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/signalling/conversation.h"

using namespace jitterscope;

namespace {

constexpr Duration kStep = Duration::ms(40);

void act(CallMachine& machine, std::uint8_t what, Timestamp now) {
  switch (what % 16) {
    case 1: machine.accept(now); break;
    case 2: machine.decline(); break;
    case 3: machine.hang_up(); break;
    case 4: machine.grant_consent(true); break;
    case 5: machine.grant_consent(false); break;
    case 6: machine.request_change(SetShaping{*ShapingSetting::parse("c"), End::kLocal}); break;
    case 7: machine.media_heard(now); break;
    case 8: machine.turn_away("busy", "called"); break;
    case 9: machine.disconnected("the remote closed the connection.", now); break;
    default: break;
  }
}

/// What it says can be read, and it ends once.
struct Watch {
  void look(CallMachine& machine) {
    for (const std::string& line : machine.take_lines()) {
      require(line.size() <= kMaxLineBytes && line.ends_with('\n'), "a line that the remote takes");
      require(read_message(std::string_view(line).substr(0, line.size() - 1)).message.has_value(),
              "a line that is read");
    }
    for (const CallEvent& event : machine.take_events()) {
      require(!ended, "the end is the last event");
      ended = std::holds_alternative<call_event::Ended>(event);
    }
    require(ended == (machine.state() == CallStage::kEnded), "the end is told");
  }
  bool ended = false;
};

void append(FuzzInput& input, std::uint8_t action, std::uint8_t steps, std::string_view line) {
  input.insert(input.end(), {action, steps});
  input.insert(input.end(), line.begin(), line.end());
  if (!line.ends_with('\n')) input.push_back('\n');
}

/// What one end of a call hears until it is hung up.
FuzzInput heard_by(bool caller) {
  CallMachineOptions options;
  options.boot_id = "boot";
  options.nonce = "abcdefgh";
  CallMachine ann(sample_description("Ann", 100), options), ben(sample_description("Ben", 200), options);
  const Timestamp now = Timestamp::ns(1'000'000'000);
  FuzzInput input{static_cast<std::uint8_t>(caller ? 3 : 2)};
  const auto exchange = [&](std::uint8_t action) {
    for (bool moved = true; moved;) {
      moved = false;
      for (CallMachine* from : {&ann, &ben})
        for (const std::string& line : from->take_lines()) {
          const bool to_us = (from == &ben) == caller;
          if (to_us) append(input, std::exchange(action, std::uint8_t{0}), 1, line);
          (from == &ann ? ben : ann).line(std::string_view(line).substr(0, line.size() - 1), now);
          moved = true;
        }
    }
  };
  ann.call();
  for (CallMachine* end : {&ann, &ben}) end->connected(now, true);
  exchange(0);
  ben.accept(now);
  if (!caller) append(input, 1, 1, "");
  exchange(0);
  for (CallMachine* end : {&ann, &ben}) {
    end->request_change(SetShaping{*ShapingSetting::parse("c"), End::kLocal});
    end->tell(message::Changed{"shaping", "b", "local"});
    end->tell(message::Path{5010, 5012});
    end->tell(message::Summary{{}, {}});
    end->tell(message::Times{{SenderTimes{}}});
    end->tell(message::Arrivals{{PeerPacket{5, 7, 0, {}, {}}}});
  }
  exchange(4);
  (caller ? ben : ann).hang_up();
  exchange(0);
  return input;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  CallMachineOptions options;
  if (choice & 4) options.consent = choice & 8;
  options.boot_id = "boot";
  options.nonce = "ABCDEFGH";
  CallMachine machine(sample_description("Ann", 100), options);
  Watch watch;
  Timestamp now = Timestamp::ns(1'000'000'000);
  if (choice & 1) machine.call();
  machine.connected(now, choice & 2);
  while (!input.empty()) {
    act(machine, input.byte(), now);
    now += kStep * input.byte();
    std::string line;
    for (std::uint8_t c; !input.empty() && (c = input.byte()) != '\n';) line += static_cast<char>(c);
    if (!line.empty()) machine.line(line, now);
    machine.tick(now);
    machine.is_behind(now);
    watch.look(machine);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {heard_by(true), heard_by(false)};
}
