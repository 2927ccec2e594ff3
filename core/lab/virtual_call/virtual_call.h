#pragma once
// A call in virtual time: ends whose steps are run when they want to be, and a link between them. The same seed gives
// the same call, to the byte.
#include <memory>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/lab/virtual_call/virtual_end.h"

namespace jitterscope::virtual_call {

class VirtualCall : public Network {
 public:
  static constexpr Timestamp kBegin = Timestamp::ns(1'000'000'000'000);

  /// A call of two. `link`: the words of --link, of each direction.
  VirtualCall(const std::string& link, const std::array<EndSetup, 2>& ends, std::uint64_t seed = 1);

  void run_for(Duration span);
  /// What is still under way arrives; nothing more is sent.
  void finish();

  VirtualEnd& end(int number) { return *ends_[static_cast<std::size_t>(number)]; }
  /// Of all packets that were sent, in order: when, on which channel, and their bytes.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::int64_t dropped() const { return static_cast<std::int64_t>(results_.drops.size()); }

  Timestamp now() const override { return now_; }
  void send(int from, Channel channel, std::vector<std::uint8_t> packet) override;

 private:
  struct Sent {
    int from = 0;
    Channel channel{};
    std::vector<std::uint8_t> bytes;
  };
  void deliver();

  Timestamp now_ = kBegin;
  std::unique_ptr<link::Network> network_;
  std::vector<std::unique_ptr<VirtualEnd>> ends_;
  std::vector<Sent> sent_;  // by the network's id
  link::Results results_;
  std::uint64_t fingerprint_ = 14695981039346656037u;
};

}  // namespace jitterscope::virtual_call
