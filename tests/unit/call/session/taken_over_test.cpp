// A setting is in force when the thread that acts on it has taken it over: only then the log says so.
#include "core/events/kinds/frame_sent.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::taken_over_test {
namespace {

constexpr int kChanges = 50;
const ShapingSetting kWhole = *ShapingSetting::parse("c"), kThrees = *ShapingSetting::parse("b,5");

/// What was sent, and what it was sent under.
template <typename Value>
struct Sent {
  Timestamp begin, end;
  Value under;
};

/// How many of the changes to something else lie between the last sent under the old value and the first under the new.
template <typename S, typename Value>
int marks_between(const std::vector<SettingChanged>& changes, const std::vector<Sent<Value>>& sent) {
  int between = 0;
  for (const SettingChanged& change : changes) {
    const auto set = as<S>(change);
    if (!set) continue;
    const auto next = std::ranges::find_if(sent, [&](const auto& each) { return each.begin >= change.at; });
    if (next == sent.begin() || next == sent.end()) continue;
    between += next->under == set->value && std::prev(next)->under != set->value && std::prev(next)->end <= change.at;
  }
  return between;
}

std::int64_t frames_sent(const Endpoint& end) {
  return numbers(end).sent[Medium::kVideo].frames_complete;
}

class TakenOver : public TwoSessions {};

TEST_F(TakenOver, TheMarkLiesBetweenTheLastUnderTheOldSettingAndTheFirstUnderTheNew) {
  EndpointOptions ada = session_options("Ada");
  ada.trace_path = folder_ / "ada.jscope";
  ada.settings.shaping = kWhole;
  ada.watched = true;  // snapshots often
  ASSERT_TRUE(in_full_call(ada));
  for (int i = 0; i < kChanges; ++i) {
    ada_->post(SetAudioBlock{i % 2 ? kUsualAudioBlock : kFreeAudioBlock});
    ada_->post(SetShaping{i % 2 ? kWhole : kThrees});
    // Until both are in force: what is replaced before is not said.
    const std::int64_t blocks = sent(*ada_, Medium::kAudio), frames = frames_sent(*ada_);
    ASSERT_TRUE(
        eventually([&] { return sent(*ada_, Medium::kAudio) > blocks + 4 && frames_sent(*ada_) > frames + 2; }));
  }
  ASSERT_TRUE(ada_hangs_up());

  const auto changes = events_in<SettingChanged>(ada.trace_path);
  std::vector<Sent<int>> blocks;
  std::vector<Sent<ShapingSetting>> frames;
  std::optional<std::int32_t> head;  // bytes before the sound
  for (const PacketSent& packet : events_in<PacketSent>(ada.trace_path)) {
    if (packet.medium != Medium::kAudio) continue;
    if (!head) head = packet.size - kUsualAudioBlock;
    blocks.push_back({packet.sent, packet.sent, packet.size - *head});
  }
  for (const FrameSent& frame : events_in<FrameSent>(ada.trace_path))
    frames.push_back({frame.begin, frame.end, frame.burst_size == 3 ? kThrees : kWhole});
  EXPECT_EQ((marks_between<setting::AudioBlock>(changes, blocks)), kChanges);
  EXPECT_EQ((marks_between<setting::Shaping>(changes, frames)), kChanges);
}

}  // namespace
}  // namespace jitterscope::taken_over_test
