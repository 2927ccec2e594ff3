// Valid conversations damaged at random (seeded): nothing crashes, nothing grows.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <variant>

#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::message_mutation_test {
namespace {

std::vector<std::string> valid_lines() {
  std::vector<std::string> lines;
  for (const Message& message : sample_messages()) lines.push_back(write_message(message));
  return lines;
}

std::string damage(std::string line, const std::vector<std::string>& lines, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  constexpr std::string_view kTelling = "{}[]\",:\\0123456789eE+-.\n\x80\xff";
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(line.size());
    switch (below(6)) {
      case 0: line[at] = static_cast<char>(random()); break;
      case 1: line.insert(at, 1, kTelling[below(kTelling.size())]); break;
      case 2: line.erase(at, 1 + below(20)); break;
      case 3: line.insert(at, line.substr(below(line.size()), below(40))); break;
      case 4: line.insert(at, std::string(below(300), "[{9\""[below(4)])); break;
      default: {
        const std::string& other = lines[below(lines.size())];
        line = line.substr(0, at) + other.substr(below(other.size()));
      }
    }
    if (line.empty()) line = "{";
  }
  return line;
}

TEST(MessageMutation, BeginsFromAMessageOfEachKind) {
  std::set<std::size_t> kinds;
  for (const Message& message : sample_messages()) kinds.insert(message.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<Message>);
}

TEST(MessageMutation, DamagedLinesAreReadOrRefused) {
  const auto lines = valid_lines();
  std::mt19937 random(20250101);
  int read = 0, refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    const MessageReading reading = read_message(damage(lines[random() % lines.size()], lines, random));
    if (!reading.message) {
      ++refused;
      ASSERT_LE(reading.problem.sentence.size(), 200u);
      continue;
    }
    ++read;
    // What was understood can be said again, and is then understood the same.
    const std::string again = write_message(*reading.message);
    ASSERT_LT(again.size(), 4096u);
    const MessageReading second = read_message(again);
    ASSERT_TRUE(second.message.has_value()) << again;
    ASSERT_EQ(write_message(*second.message), again);
  }
  EXPECT_GT(read, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(MessageMutation, MachinesFedDamageStayBounded) {
  const auto lines = valid_lines();
  std::mt19937 random(7);
  int calls_survived = 0;
  for (int call = 0; call < 1000; ++call) {
    Conversation talk;
    if (call % 2 == 0)
      talk.dial_and_accept();
    else
      talk.dial();
    for (int i = 0; i < 50; ++i) {
      CallMachine& machine = random() % 2 ? talk.caller : talk.callee;
      machine.line(damage(lines[random() % lines.size()], lines, random), talk.now);
      const auto said = machine.take_lines();
      ASSERT_LE(said.size(), 1u);  // at most one answer a line
      ASSERT_LE(machine.take_events().size(), 2u);
    }
    if (talk.caller.state() == CallStage::kInCall) ++calls_survived;
  }
  EXPECT_GT(calls_survived, 0);
}

}  // namespace
}  // namespace jitterscope::message_mutation_test
