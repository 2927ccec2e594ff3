// What the kernel says: counts of a queue (netlink) and of a thread (/proc). First byte: which.
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include <cstring>

#include "core/base/net/qdisc_monitor.h"
#include "core/call/analysis/thread_files.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

constexpr int kInterface = 1;

template <typename T>
void put(FuzzInput& out, const T& value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof value);
}

template <typename T>
void attribute(FuzzInput& out, std::uint16_t type, const T& value) {
  put(out, rtattr{static_cast<std::uint16_t>(sizeof(rtattr) + sizeof value), type});
  put(out, value);
  out.resize((out.size() + 3) / 4 * 4);
}

FuzzInput queue_report() {
  FuzzInput out;
  nlmsghdr head{};
  head.nlmsg_type = RTM_NEWQDISC;
  put(out, head);
  tcmsg about{};
  about.tcm_ifindex = kInterface;
  about.tcm_parent = TC_H_ROOT;
  put(out, about);
  tc_stats counts{};
  counts.bytes = 1500;
  counts.packets = 3;
  attribute(out, TCA_KIND, std::array{'t', 'b', 'f', '\0'});
  attribute(out, TCA_STATS, counts);
  head.nlmsg_len = static_cast<std::uint32_t>(out.size());
  std::memcpy(out.data(), &head, sizeof head);
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const auto rest = input.rest();
  const std::string_view text = text_of(rest.data(), rest.size());
  if (choice % 3 == 0) parse_qdisc(std::as_bytes(rest), kInterface);
  if (choice % 3 == 1) require(parse_processor(text) >= -1, "a processor, or none");
  if (choice % 3 == 2) {
    const auto cut = std::min(text.find('\n'), text.size());
    parse_counts(text.substr(0, cut), text.substr(cut));
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {
      tagged({0}, queue_report()),
      tagged({1},
             input_of("4711 (a name) (b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 "
                      "29 30 31 32 33 34 17 3 40 41 42")),
      tagged(
          {2},
          input_of("123456789 2345 67\nName:\tx\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t545\n"))};
}
