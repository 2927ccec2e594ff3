#include "core/base/net/veth_link.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace jitterscope {
namespace {

constexpr const char* kNearHardware = "02:00:00:00:00:01";
constexpr const char* kFarHardware = "02:00:00:00:00:02";
constexpr std::int64_t kLargestEthernetFrame = 1514;
constexpr double kTimerLateness_s = 0.5e-3;
constexpr int kNoLimitPackets = 100'000;

/// A file in memory that the tool reads its script from or writes its complaints to.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& text = {}) : own_(memfd_create("jitterscope", MFD_CLOEXEC)) {
    if (write(fd(), text.data(), text.size()) == static_cast<ssize_t>(text.size())) lseek(fd(), 0, SEEK_SET);
  }
  int fd() const { return own_.fd(); }
  std::string first_line() const {
    std::array<char, 300> text{};
    const ssize_t size = pread(fd(), text.data(), text.size(), 0);
    const std::string all(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return all.substr(0, all.find('\n'));
  }

 private:
  OwnedDescriptor own_;
};

/// 0 or the error of the last attempt. /usr/sbin is not on every PATH.
int spawn_tool(const std::string& tool, const posix_spawn_file_actions_t& actions, pid_t& child) {
  const std::array arguments{const_cast<char*>(tool.c_str()), const_cast<char*>("-batch"), const_cast<char*>("-"),
                             static_cast<char*>(nullptr)};
  int error = ENOENT;
  for (const std::string& path : {tool, "/usr/sbin/" + tool, "/sbin/" + tool})
    if (error == ENOENT) error = posix_spawnp(&child, path.c_str(), &actions, nullptr, arguments.data(), environ);
  return error;
}

/// Both neighbours know each other, and there is no IPv6 autoconfiguration: only the line's own packets use it.
std::string side_script(const std::string& own, const std::string& other, const std::string& other_hardware) {
  const std::string device = kVethInterface;
  return "link set lo up\nlink set " + device + " addrgenmode none\naddr add " + own + "/30 dev " + device +
         "\nlink set " + device + " up\nneigh add " + other + " lladdr " + other_hardware + " dev " + device +
         " nud permanent\n";
}

}  // namespace

bool run_tool(const NetworkNamespace& space, const std::string& tool, const std::string& script, int passed,
              std::string& error) {
  const MemoryFile input(script), complaints;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.fd(), 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, complaints.fd(), 2);
  if (passed >= 0) posix_spawn_file_actions_adddup2(&actions, passed, 3);
  int failure = EPERM, status = -1;
  space.inside([&] {
    pid_t child = -1;
    failure = spawn_tool(tool, actions, child);
    while (failure == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  });
  posix_spawn_file_actions_destroy(&actions);
  if (failure == 0 && status == 0) return true;
  if (failure == ENOENT)
    error = "path=kernel needs the program " + tool + ": apt-get install iproute2.";
  else
    error = "The kernel's own queue cannot be set up: " + tool + " says \"" +
            (failure != 0 ? std::strerror(failure) : complaints.first_line()) + "\".";
  return false;
}

bool make_veth_link(const NetworkNamespace& near, const NetworkNamespace& far, std::string& error) {
  const std::string device = kVethInterface;
  const std::string pair = "link add " + device + " address " + kNearHardware + " type veth peer name " + device +
                           " address " + kFarHardware + " netns /proc/self/fd/3\n";
  return run_tool(near, "ip", pair, far.fd(), error) &&
         run_tool(near, "ip", side_script(kNearAddress, kFarAddress, kFarHardware), -1, error) &&
         run_tool(far, "ip", side_script(kFarAddress, kNearAddress, kNearHardware), -1, error);
}

bool make_bridged_veth_link(const NetworkNamespace& near, const NetworkNamespace& middle, const NetworkNamespace& far,
                            std::string& error) {
  const auto port = [](const std::string& name, const char* hardware) {
    return "link add " + name + " type veth peer name " + kVethInterface + " address " + hardware +
           " netns /proc/self/fd/3\nlink set " + name + " addrgenmode none\nlink set " + name +
           " master bridge\nlink set " + name + " up\n";
  };
  const std::string bridge =
      "link add bridge type bridge mcast_snooping 0\nlink set bridge addrgenmode none\nlink set bridge up\n";
  return run_tool(middle, "ip", bridge + port("near", kNearHardware), near.fd(), error) &&
         run_tool(middle, "ip", port(kVethInterface, kFarHardware), far.fd(), error) &&
         run_tool(near, "ip", side_script(kNearAddress, kFarAddress, kFarHardware), -1, error) &&
         run_tool(far, "ip", side_script(kFarAddress, kNearAddress, kNearHardware), -1, error);
}

std::int64_t queue_burst(DataRate rate) {
  return kLargestEthernetFrame + static_cast<std::int64_t>(rate.bits_per_second() / 8 * kTimerLateness_s);
}

std::string queue_script(const InterfaceQueue& queue) {
  const bool bytes = queue.limit_bytes.has_value();
  std::int64_t limit = queue.limit_packets.value_or(kNoLimitPackets);
  if (bytes) limit = std::min<std::int64_t>(*queue.limit_bytes, UINT32_MAX);
  const std::string waiting = fmt::format("{} limit {}", bytes ? "bfifo" : "pfifo", limit);
  if (!queue.rate) return fmt::format("qdisc replace dev {} root handle 2: {}\n", kVethInterface, waiting);
  // A change of tbf hands its `limit` to the queue that it has, whose limit therefore never is another.
  return fmt::format(
      "qdisc replace dev {0} root handle 1: tbf rate {1:.0f}bit burst {2} limit {3}\n"
      "qdisc replace dev {0} parent 1:1 handle {4}: {5}\n",
      kVethInterface, queue.rate->bits_per_second(), queue_burst(*queue.rate), limit, bytes ? 11 : 10, waiting);
}

}  // namespace jitterscope
