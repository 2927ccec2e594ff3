// The relay's commands over real pipes, without a packet.
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>
#include <thread>

#include "app/relay/relay.h"
#include "app/relay/relay_messages.h"
#include "tests/unit/no_source_filter.h"

namespace jitterscope::relay_commands_test {
namespace {

using nlohmann::json;

/// The answers to `lines`, after which the relay's input ends.
std::vector<json> answers(const std::string& lines, bool filters_stay = false) {
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) return {};
  EXPECT_EQ(write(in[1], lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
  close(in[1]);
  std::string error;
  auto sockets = RelaySockets::open(error);
  EXPECT_TRUE(sockets) << error;
  for (std::size_t i = 0; filters_stay && i < RelaySockets::kCount; ++i) lock_source_filter(sockets->fd(i));
  std::thread([&] { Relay(std::move(sockets), 1, in[0], out[1]).run(); }).join();  // it may change its thread's class
  close(in[0]);
  close(out[1]);
  std::string text;
  char bytes[4096];
  for (ssize_t size; (size = read(out[0], bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(size));
  close(out[0]);
  std::vector<json> all;
  std::istringstream read(text);
  for (std::string line; std::getline(read, line);)
    if (auto message = json::parse(line); !message.contains("report")) all.push_back(std::move(message));
  return all;
}

TEST(RelayCommands, WhatCannotBeReadIsRefusedInASentenceAndTheRelayGoesOn) {
  const std::vector<std::string> wrong{"",
                                       "nonsense",
                                       "[1,2]",
                                       "{}",
                                       R"({"link":7})",
                                       R"({"link":"rate=fast"})",
                                       R"({"background":"much"})",
                                       R"({"route":{"near_audio":1}})",
                                       R"({"control":{"to":3}})",
                                       R"({"control":{"to":"localhost:1"}})",
                                       R"({"control":{"to":"127.0.0.1:5004","called_by_remote":"yes"}})"};
  std::string lines;
  for (const std::string& line : wrong) lines += line + "\n";
  const auto told = answers(lines + R"({"link":"rate=1mbit,limit=20"})" + "\n");
  ASSERT_EQ(told.size(), wrong.size() + 1);
  for (std::size_t i = 0; i < wrong.size(); ++i) EXPECT_FALSE(told[i].value("error", "").empty()) << wrong[i];
  EXPECT_EQ(told.back(), json({{"ok", "rate=1mbit,queue=20"}}));
}

TEST(RelayCommands, TheControlConnectionsPortStaysTheSame) {
  const std::string control = R"({"control":{"to":"127.0.0.1:5004","called_by_remote":true}})";
  const auto told = answers(control + "\n" + control + "\n");
  ASSERT_EQ(told.size(), 2u);
  EXPECT_GT(told[0].value("ok", 0), 0);
  EXPECT_EQ(told[0], told[1]);
}

TEST(RelayCommands, ARouteWithoutAFilterIsRefused) {
  const auto told = answers(R"({"route":{"near_audio":"127.0.0.1:5006","near_video":"127.0.0.1:5008",)"
                            R"("far_audio":"192.0.2.1:5006","far_video":"192.0.2.1:5008"}})"
                            "\n",
                            true);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].value("error", "").find("does not keep strangers' packets"), std::string::npos) << told[0];
}

}  // namespace
}  // namespace jitterscope::relay_commands_test
