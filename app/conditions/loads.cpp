#include "app/conditions/loads.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/base/files/owned_descriptor.h"
#include "core/base/net/tcp_connection.h"
#include "core/base/realtime/processors.h"

namespace jitterscope {
namespace {

constexpr std::uint16_t kFirstPort = 5700;  // control ports
constexpr const char* kLoadLife_s = "86400";

/// Nobody listens there now; should somebody else take it first, the listener says so and ends.
std::optional<std::uint16_t> free_port(std::string& error) {
  try {
    return TcpListener(kFirstPort, true).port();
  } catch (const std::runtime_error& failure) {
    error = failure.what();
    return std::nullopt;
  }
}

std::vector<std::string> tied(std::vector<std::string> words) {
  std::vector<std::string> all{"tied", std::to_string(getpid())};
  std::ranges::move(words, std::back_inserter(all));
  for (const char* each : {"--headless", "--audio", "none", "--priority", "default", "--name", "video load"})
    all.emplace_back(each);
  return all;
}

}  // namespace

bool CpuLoad::set(int counters, std::string& error) {
  if (counters < 0 || counters > kMost) {
    error = "There can be 0 to " + std::to_string(kMost) + " counter processes.";
    return false;
  }
  notice_deaths();
  while (counters_.size() > static_cast<std::size_t>(counters)) {
    keeper_.end(counters_.back());
    counters_.pop_back();
  }
  while (counters_.size() < static_cast<std::size_t>(counters)) {
    const auto child = keeper_.start({"counter", std::to_string(getpid())}, -1, error);
    if (!child) return false;
    counters_.push_back(*child);
    if (processor_) jitterscope::run_on(*child, processor_);
  }
  return true;
}

bool CpuLoad::run_on(std::optional<int> processor, std::string& error) {
  notice_deaths();
  processor_ = processor;
  for (const pid_t child : counters_)
    if (!jitterscope::run_on(child, processor)) {
      error = "The system does not let counters run on processor " + std::to_string(processor.value_or(0)) + ".";
      return false;
    }
  return true;
}

int CpuLoad::running() {
  notice_deaths();
  return static_cast<int>(counters_.size());
}

std::vector<std::string> CpuLoad::take_complaints() {
  notice_deaths();
  return std::exchange(complaints_, {});
}

void CpuLoad::notice_deaths() {
  std::erase_if(counters_, [&](pid_t child) {
    std::string how;
    if (keeper_.alive(child, &how)) return false;
    complaints_.push_back("A counter process " + how + ": the load on the processor is one less.");
    return true;
  });
}

struct VideoLoad::Application {
  std::uint16_t port = 0;
  pid_t listener = -1;
  std::optional<pid_t> caller;
  OwnedDescriptor output{memfd_create("jitterscope", MFD_CLOEXEC)};  // `listen` and `call` say on it what they do

  std::string said() const {
    std::array<char, 4096> bytes{};
    const ssize_t size = pread(output.fd(), bytes.data(), bytes.size(), 0);
    return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }
};

VideoLoad::VideoLoad(std::string program) : keeper_(std::move(program)) {}

VideoLoad::~VideoLoad() = default;

bool VideoLoad::set(int applications, std::string& error) {
  if (applications < 0 || applications > kMost) {
    error = "There can be 0 to " + std::to_string(kMost) + " further video applications.";
    return false;
  }
  carry_on();
  while (applications_.size() > static_cast<std::size_t>(applications)) {
    end_one(*applications_.back());
    applications_.pop_back();
  }
  while (applications_.size() < static_cast<std::size_t>(applications))
    if (!start_one(error)) return false;
  return true;
}

int VideoLoad::running() {
  carry_on();
  return static_cast<int>(
      std::ranges::count_if(applications_, [](const auto& each) { return each->caller.has_value(); }));
}

std::vector<std::string> VideoLoad::take_complaints() {
  carry_on();
  return std::exchange(complaints_, {});
}

bool VideoLoad::start_one(std::string& error) {
  auto application = std::make_unique<Application>();
  auto port = free_port(error);
  if (!port) return false;
  const auto taken = [&](const auto& each) { return each->port == *port; };
  while (std::ranges::any_of(applications_, taken))
    *port = static_cast<std::uint16_t>(*port + 2);  // not yet listened at
  application->port = *port;
  const auto listener = keeper_.start(tied({"listen", "--port", std::to_string(*port), "--video", "none"}),
                                      application->output.fd(), error);
  if (!listener) return false;
  application->listener = *listener;
  applications_.push_back(std::move(application));
  return true;
}

void VideoLoad::end_one(Application& application) {
  if (application.caller) keeper_.end(*application.caller);
  keeper_.end(application.listener);
}

void VideoLoad::carry_on() {
  std::erase_if(applications_, [&](auto& each) {
    std::string how;
    if (!keeper_.alive(each->listener, &how) || (each->caller && !keeper_.alive(*each->caller, &how))) {
      end_one(*each);
      complaints_.push_back("A further video application " + how + ". It said: " + each->said());
      return true;
    }
    if (each->caller || each->said().find("Listening") == std::string::npos) return false;
    each->caller = keeper_.start(
        tied({"call", "127.0.0.1:" + std::to_string(each->port), "--video", "synthetic", "--seconds", kLoadLife_s}),
        each->output.fd(), how);
    if (each->caller) return false;
    end_one(*each);
    complaints_.push_back("A further video application does not call: " + how);
    return true;
  });
}

}  // namespace jitterscope
