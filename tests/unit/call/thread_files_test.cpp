#include "core/call/thread_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace jitterscope::thread_files_test {
namespace {

TEST(ThreadFiles, TheProcessorIsField39WhateverTheName) {
  std::string stat = "12 (a) b ( c) S";
  for (int field = 4; field < 39; ++field) stat += " " + std::to_string(100 + field);
  EXPECT_EQ(parse_processor(stat + " 3 0 0\n"), 3);
  EXPECT_EQ(parse_processor(stat + " -5 0\n"), -1);
  EXPECT_EQ(parse_processor(stat + " 4294967299 0\n"), -1);
  EXPECT_EQ(parse_processor(stat), -1);
  EXPECT_EQ(parse_processor("12 (a"), -1);
  EXPECT_EQ(parse_processor(""), -1);
}

TEST(ThreadFiles, CountsOfTheKernel) {
  const std::string_view status = "Name:\tx\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t545\n";
  const auto counts = parse_counts("8000000 250000 12\n", status);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->cpu_time, Duration::ms(8));
  EXPECT_EQ(counts->run_queue_wait, Duration::us(250));
  EXPECT_EQ(counts->voluntary, 150);
  EXPECT_EQ(counts->involuntary, 545);
}

TEST(ThreadFiles, WhatIsNotThereIsNotZero) {
  const std::string_view status = "\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t2\n";
  EXPECT_FALSE(parse_counts("", status));
  EXPECT_FALSE(parse_counts("12", status));
  EXPECT_FALSE(parse_counts("1 2 3", "\nvoluntary_ctxt_switches:\t1\n"));
  EXPECT_FALSE(parse_counts("x 2 3", status));
}

TEST(ThreadFiles, OfAThreadThatIsThereAndOfOneThatIsGone) {
  const ThreadFiles mine(gettid());
  EXPECT_GE(mine.processor(), 0);
  EXPECT_TRUE(mine.counts());
  pid_t tid = 0;
  std::jthread([&] { tid = gettid(); }).join();
  const ThreadFiles gone(tid);
  EXPECT_EQ(gone.processor(), -1);
  EXPECT_FALSE(gone.counts());
}

}  // namespace
}  // namespace jitterscope::thread_files_test
