#pragma once
// A conference in virtual time: each end sends one stream of each medium to all, and has a slot for every other.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/link/network.h"
#include "tests/scenario/member.h"

namespace jitterscope::conference {

class Conference : public Paths {
 public:
  /// Says to whom the path leads by which a member receives a medium of another one.
  using Ways = std::function<int(int number, int other, Medium)>;
  static int directly(int, int other, Medium) { return other; }

  /// A link of its own between each two, of these words; all hear and see each other from the start. With RTCP none of
  /// them stops.
  Conference(int members, const std::string& link, bool with_rtcp = false, const Ways& ways = directly);

  void run_until(Duration since_begin);
  /// What is under way arrives.
  void finish();
  Member& member(int number) { return *members_[static_cast<std::size_t>(number)]; }
  int members() const { return static_cast<int>(members_.size()); }
  // What the others are told by call set-up.
  void stop(int number);
  void begin(int number);
  void leave(int number);
  void come_back(int number);

  Timestamp now() const override { return now_; }
  using Paths::send;
  void send(int from, virtual_call::Channel channel, std::vector<std::uint8_t> packet,
            std::int32_t bytes_on_link) override;
  void send_to(int from, int to, virtual_call::Channel channel, std::vector<std::uint8_t> packet) override;
  void tell(int from, int to, const Event& event) override;

 private:
  struct Sent {
    int to = 0;
    virtual_call::Channel channel{};
    std::vector<std::uint8_t> bytes;
  };
  struct Between {
    std::unique_ptr<link::Network> link;
    link::Results results;
  };
  Between& between(int a, int b) { return links_.at(std::minmax(a, b)); }
  void offer(int from, int to, virtual_call::Channel channel, const std::vector<std::uint8_t>& packet,
             std::int32_t bytes_on_link);
  void deliver();
  void join(int number, int other) {
    const PerMedium<int> by{{ways_(number, other, Medium::kAudio), ways_(number, other, Medium::kVideo)}};
    member(number).join(other, *member(other).sending(), by);
  }

  const Ways ways_;
  Timestamp now_ = kBegin;
  std::map<std::pair<int, int>, Between> links_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<bool> present_;
  std::vector<Sent> sent_;  // by the links' ids
};

}  // namespace jitterscope::conference
