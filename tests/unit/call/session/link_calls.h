#pragma once
// Two sessions on loopback, each with a relay of the test's own that really forwards.
#include <memory>
#include <string>
#include <utility>

#include "tests/unit/call/path/forwarding_host.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope {

class LinkCallTest : public TwoSessions {
 protected:
  void start_with_hosts(EndpointOptions ada, EndpointOptions ben, DeviceHost* devices_of_ada = nullptr) {
    ben_ = std::make_unique<Endpoint>(std::move(ben), nullptr, &ben_host_);
    ada_ = std::make_unique<Endpoint>(std::move(ada), devices_of_ada, &ada_host_);
    call(*ada_, *ben_);
  }
  void start_with_hosts() { start_with_hosts(session_options("Ada"), listener_options("Ben")); }
  /// Ben lets Ada set what he sends, or does not; the call is old enough for its marks.
  bool begun_with_consent(bool consent, DeviceHost* devices_of_ada = nullptr) {
    EndpointOptions ben = listener_options("Ben");
    ben.consent = consent;
    start_with_hosts(session_options("Ada"), ben, devices_of_ada);
    return established() && media_flow() && begun();
  }
  void TearDown() override { ada_.reset(), ben_.reset(); }  // before the hosts

  /// What is set in a call's first second is how it began, and no mark.
  bool begun() {
    return eventually([&] { return numbers(*ada_).elapsed_s > 1.2 && numbers(*ben_).elapsed_s > 1.2; });
  }
  /// Ada's view says so: it may be published only after packets pass the relay.
  bool has_link(const std::string& words) {
    return eventually([&] { return ada_->view().settings.link == link_of(words); });
  }
  /// More passes this relay, both ways.
  static bool used(const ForwardingHost& host) {
    const std::int64_t up = host.passed[0], down = host.passed[1];
    return eventually([&] { return host.passed[0] > up + 10 && host.passed[1] > down + 10; });
  }
  bool all_come_directly() {
    const std::int64_t through = ada_host_.passed[0] + ada_host_.passed[1] + ben_host_.passed[0] + ben_host_.passed[1];
    for (Endpoint* end : {ada_.get(), ben_.get()})
      for (const Medium medium : {Medium::kAudio, Medium::kVideo})
        if (!more_comes(*end, medium)) return false;
    return ada_host_.passed[0] + ada_host_.passed[1] + ben_host_.passed[0] + ben_host_.passed[1] == through;
  }
  void hang_up_and_expect_nothing_lost() {
    ASSERT_TRUE(eventually([&] {
      for (const Medium medium : {Medium::kAudio, Medium::kVideo})
        if (received(*ada_, medium) <= 10 || received(*ben_, medium) <= 10) return false;
      return true;
    }));
    ASSERT_TRUE(ada_hangs_up());
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      for (const Endpoint* end : {ada_.get(), ben_.get()}) {
        const CallSnapshot there = numbers(*end);
        EXPECT_EQ(there.received(medium).figures.lost, 0);
      }
      EXPECT_EQ(sent(*ada_, medium), received(*ben_, medium))
          << "who hangs up does not wait for the other's last packets";
    }
  }

  ForwardingHost ada_host_, ben_host_;
};

}  // namespace jitterscope
