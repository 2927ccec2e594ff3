// What an exception that nobody expected is for who started the program.
#include "app/command_line/run_and_say.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace jitterscope::run_and_say_test {
namespace {

template <typename Run>
std::pair<int, std::string> said(Run run) {
  testing::internal::CaptureStderr();
  const int status = run();
  return {status, testing::internal::GetCapturedStderr()};
}

TEST(RunAndSay, NothingOfWhatEndsWell) {
  EXPECT_EQ(said([] { return run_and_say([] { return 3; }); }), std::pair(3, std::string()));
}

TEST(RunAndSay, MemoryThatIsUsedUpIsToldOfTheFileAndWithWhatToDo) {
  for (const auto& run : {std::function([]() -> int { throw std::bad_alloc(); }),
                          std::function([]() -> int { throw std::length_error("vector::_M_default_append"); })}) {
    EXPECT_EQ(said([&] { return run_with("big.jscope", run); }),
              std::pair(1, std::string("big.jscope does not fit into memory: cut it into parts, or give it a machine "
                                       "with more.\n")));
    const auto [status, sentence] = said([&] { return run_and_say(run); });
    EXPECT_EQ(status, 1);
    EXPECT_TRUE(sentence.starts_with("This machine has not enough memory for it: close other programs")) << sentence;
  }
}

TEST(RunAndSay, WhatThisProgramThrowsIsItsSentenceAndAnyOtherAFault) {
  EXPECT_EQ(said([] { return run_and_say([]() -> int { throw std::runtime_error("It rains."); }); }),
            std::pair(1, std::string("It rains.\n")));
  const auto [status, sentence] = said([] { return run_and_say([]() -> int { throw std::out_of_range("at"); }); });
  EXPECT_EQ(status, 1);
  EXPECT_EQ(sentence,
            "A fault of this program ended it (at). Please report it, with the command and the file that it was "
            "given.\n");
}

TEST(RunAndSay, WhereNoExceptionMayLeaveTheProgramEndsWithTheSentence) {
  const auto run_out = [] {
    end_with_sentence_without_memory();
    const auto closed = [](const auto& work) noexcept { work(); };
    closed([] { throw std::bad_alloc(); });
  };
  EXPECT_EXIT(run_out(), testing::ExitedWithCode(1), "not enough memory for it");
}

}  // namespace
}  // namespace jitterscope::run_and_say_test
