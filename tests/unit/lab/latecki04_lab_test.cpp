#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/lab/lab.h"
#include "core/lab/latecki04_rate_control.h"
#include "core/lab/latecki04_tcp.h"

namespace jitterscope {
namespace {

LabResult run(const std::string& name, std::map<std::string, std::string> settings, double scale = 1) {
  std::string error;
  settings.insert({"seeds", "1"});
  const auto result = run_lab(*find_lab(name), {.scale = scale, .settings = settings}, error);
  EXPECT_TRUE(result) << error;
  return result.value_or(LabResult{});
}

const Finding& finding(const LabResult& result, const std::string& id) {
  const auto found =
      std::find_if(result.findings.begin(), result.findings.end(), [&](const Finding& one) { return one.id == id; });
  EXPECT_NE(found, result.findings.end()) << id;
  return *found;
}

TEST(Latecki04Tcp, APictureOverTcpComesWholeAndLosesNothingByALossyLink) {
  RateScenario scenario;
  scenario.carrier = [](std::uint64_t) { return make_tcp_carrier({}); };
  scenario.control.controller = "off";
  scenario.wanted = DataRate::kbits_per_second(50);
  scenario.alone_before = scenario.alone_after = Duration::seconds(1);
  scenario.with_picture = Duration::seconds(20);
  std::string error;
  scenario.link = *LinkSettings::parse("up:rate=1mbit,limit=32000b,delay=20ms,loss=2%;down:delay=20ms", error);
  const auto ran = simulate(scenario, 1, error);
  ASSERT_TRUE(ran) << error;
  ASSERT_GE(ran->frames.size(), 999u);
  std::size_t late = 0;
  for (const FrameFate& frame : ran->frames) {
    EXPECT_TRUE(frame.delay || frame.omitted == OmitReason::kObsolete) << frame.frame;
    if (frame.delay && *frame.delay > Duration::ms(60)) ++late;
  }
  EXPECT_GT(late, 5u) << "a lost segment holds up what comes after it";
  EXPECT_LT(late, 500u);
}

TEST(Latecki04RateControl, WithoutControlThePapersDamageAppears) {
  const LabResult result = run("latecki04.rate-control", {{"seeds", "2"}});
  for (const char* transport : {"udp.", "tcp."}) {
    for (const char* id : {"audio_delay_ms", "audio_damage", "video_delay_ms", "video_drop"})
      EXPECT_EQ(finding(result, std::string(transport) + "without." + id).reproduced(), true) << transport << id;
    EXPECT_GT(*finding(result, std::string(transport) + "without.audio_delay_ms").measured, 500) << transport;
  }
  EXPECT_DOUBLE_EQ(*finding(result, "tcp.without.audio_loss").paper, 143.0 / 3000);
  EXPECT_FALSE(finding(result, "udp.without.audio_loss").paper);
}

}  // namespace
}  // namespace jitterscope
