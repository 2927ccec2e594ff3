#pragma once
// A call in virtual time: ends whose steps are run when they want to be, and a link between them. The same seed gives
// the same call, to the byte.
#include <memory>
#include <vector>

#include "core/algorithms/link/background_traffic.h"
#include "core/algorithms/link/network.h"
#include "core/lab/virtual_call/tcp_connection.h"
#include "core/lab/virtual_call/virtual_end.h"

namespace jitterscope::virtual_call {

class VirtualCall : public Network {
 public:
  static constexpr Timestamp kBegin = Timestamp::ns(1'000'000'000'000);

  /// A call of two. `link`: the words of --link, of each direction.
  VirtualCall(const std::string& link, const std::array<EndSetup, 2>& ends, std::uint64_t seed = 1);
  /// Over a network that began at kBegin.
  VirtualCall(std::unique_ptr<link::Network> network, const std::array<EndSetup, 2>& ends);

  /// Packets of nobody, from the first end to the second.
  void add_background(const BackgroundSetting& load, Timestamp from, Timestamp until, std::uint64_t seed);
  void run_for(Duration span);
  /// What is still under way arrives; nothing more is sent.
  void finish();

  const VirtualEnd& end(int number) const { return *ends_[static_cast<std::size_t>(number)]; }
  VirtualEnd& end(int number) { return *ends_[static_cast<std::size_t>(number)]; }
  std::int64_t dropped() const { return static_cast<std::int64_t>(results_.drops.size()); }
  struct Sent {
    int from = 0;
    Channel channel{};
    std::vector<std::uint8_t> bytes;
    std::int32_t on_link = 0;
    Timestamp entered;
    std::optional<Timestamp> left;  // of the link; absent: dropped, or still inside
    std::int64_t queue_bytes = 0;   // that waited when it had entered
  };
  /// All packets, in order.
  const std::vector<Sent>& sent() const { return sent_; }

  Timestamp now() const override { return now_; }
  using Network::send;
  void send(int from, Channel channel, std::vector<std::uint8_t> packet, std::int32_t bytes_on_link) override;

 private:
  struct Background {
    link::BackgroundTraffic traffic;
    Timestamp until;
    std::optional<Timestamp> next() const;
  };
  Timestamp next() const;
  void deliver();
  void hand_over(Sent& packet);
  void run_background();

  Timestamp now_ = kBegin;
  std::unique_ptr<link::Network> network_;
  std::array<std::unique_ptr<TcpConnection>, 2> connections_;  // by the end whose video they carry; null: none
  std::vector<std::unique_ptr<VirtualEnd>> ends_;
  std::vector<Background> background_;
  std::vector<Sent> sent_;  // by the network's id
  link::Results results_;
};

}  // namespace jitterscope::virtual_call
