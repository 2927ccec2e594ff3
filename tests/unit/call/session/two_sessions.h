#pragma once
// Two sessions in one process that call each other over loopback, and the means to wait for what they do.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <thread>

#include "core/algorithms/signalling/description.h"
#include "core/base/net/tcp_connection.h"
#include "core/call/session/endpoint.h"
#include "core/events/words.h"
#include "core/measures/views/snapshot.h"
#include "core/record/trace/reader.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope {

/// True as soon as `condition` holds; false when it has not for 20 s. The limit only bounds a failure.
template <typename Condition>
bool eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// A session with synthetic media, small and without real-time threads: the tests do not measure.
inline EndpointOptions session_options(const std::string& name) {
  EndpointOptions options;
  options.name = name;
  options.program_version = "test";
  options.settings.video = *VideoSourceSetting::parse("synthetic:320x240@25");
  std::string error;
  options.settings.priorities = *parse_priorities("default", error);
  options.settings.speaker_id = "none";
  return options;
}

inline EndpointOptions listener_options(const std::string& name) {
  EndpointOptions options = session_options(name);
  options.listen = 0;
  options.auto_accept = true;
  return options;
}

inline EndpointOptions ringing_options(const std::string& name) {
  EndpointOptions options = listener_options(name);
  options.auto_accept = false;
  return options;
}

/// Of every setting, by its name.
inline std::map<std::string, std::string> words_of_all(const CallSettings& settings) {
  std::map<std::string, std::string> words;
  each_value(settings, [&](const auto& setting) { words[name_of(setting)] = words_of(setting); });
  return words;
}

/// What a remote of the test's own making offers: nobody is at its ports.
inline Description made_up_remote(const std::string& name) {
  Description remote;
  remote.name = name;
  remote.audio.ssrc = 77;
  remote.video.ssrc = 78;
  remote.audio.port = 40000;
  remote.video.port = 40002;
  return remote;
}

inline bool in_call(const Endpoint& session) {
  return session.view().stage == CallStage::kInCall;
}
inline bool rings(const Endpoint& session, const std::string& name) {
  return session.view().stage == CallStage::kRinging && session.view().peer.starts_with(name + " (");
}
inline bool ended(const Endpoint& session) {
  return session.view().stage == CallStage::kEnded;
}

/// Of the newest snapshot; everything zero before the first.
inline CallSnapshot numbers(const Endpoint& session) {
  const auto snapshot = session.snapshot();
  return snapshot ? *snapshot : CallSnapshot{};
}
inline std::int64_t received(const Endpoint& session, Medium medium) {
  const auto now = session.snapshot();
  return now ? now->received(medium).figures.packets : 0;
}
inline std::int64_t sent(const Endpoint& session, Medium medium) {
  const auto now = session.snapshot();
  return now ? now->sent[medium].packets : 0;
}

/// "shaping c" among the marks of this end's trace; `remote`: said by the remote of its own sending.
bool marked(const Endpoint& session, const std::string& text, bool remote);
/// Told to this end's user, in these words among others.
bool noticed(const Endpoint& session, const std::string& words);

/// All of a kind that a trace holds, in order.
template <typename E>
std::vector<E> events_in(const std::string& path) {
  std::vector<E> events;
  std::string error;
  const auto trace = TraceReader::open(path, error);
  EXPECT_TRUE(trace && trace->read<E>([&](const E& event) { events.push_back(event); }, error))
      << path << ": " << error;
  return events;
}

/// Says nothing yet.
inline TcpConnection connection_to(const Endpoint& session) {
  auto made = TcpConnection::connect({"127.0.0.1", session.view().control_port}, std::chrono::seconds(20));
  EXPECT_TRUE(made.connection) << made.error;
  return std::move(*made.connection);
}

/// Ada calls Ben. A fixture member, so that every test has a call of its own.
class TwoSessions : public testing::Test {
 protected:
  void start(EndpointOptions ada, EndpointOptions ben) {
    ben_ = std::make_unique<Endpoint>(std::move(ben), nullptr);
    ada_ = std::make_unique<Endpoint>(std::move(ada), nullptr);
    call(*ada_, *ben_);
  }
  void start(EndpointOptions ada = session_options("Ada")) { start(std::move(ada), listener_options("Ben")); }
  /// Ada and Ben are in a call, and media of both kinds have come.
  bool in_full_call(EndpointOptions ada = session_options("Ada")) {
    start(std::move(ada));
    return established() && media_flow();
  }
  void call(Endpoint& caller, const Endpoint& callee) {
    caller.post(PlaceCall{"127.0.0.1", callee.view().control_port});
  }
  bool established() {
    return eventually([&] { return in_call(*ada_) && in_call(*ben_); });
  }
  bool is_told(const Endpoint& session, const std::string& words) {
    return eventually([&] { return noticed(session, words); });
  }
  /// What Ada has set.
  bool both_mark(const std::string& setting) {
    return eventually([&] { return marked(*ada_, setting, false) && marked(*ben_, setting, true); });
  }
  bool both_end() {
    return eventually([&] { return ended(*ada_) && ended(*ben_); });
  }
  bool ada_hangs_up() {
    ada_->post(HangUp{});
    return both_end();
  }
  /// Media of both kinds have come at both ends.
  bool media_flow() {
    return eventually([&] {
      for (const Endpoint* end : {ada_.get(), ben_.get()})
        if (received(*end, Medium::kAudio) < 3 || received(*end, Medium::kVideo) < 10) return false;
      return true;
    });
  }
  /// Nothing more of the medium comes at `end`: two snapshots in a row agree with what was sent.
  bool stops(const Endpoint& end, const Endpoint& sender, Medium medium) {
    return eventually([&] {
      const double before = numbers(end).elapsed_s;
      const std::int64_t count = received(end, medium);
      return eventually([&] { return numbers(end).elapsed_s > before + 0.3; }) && received(end, medium) == count &&
             sent(sender, medium) == count;
    });
  }
  bool more_comes(const Endpoint& end, Medium medium) {
    const std::int64_t count = received(end, medium);
    return eventually([&] { return received(end, medium) > count + 3; });
  }

  const trace_test::TemporaryFolder folder_;
  std::unique_ptr<Endpoint> ben_, ada_;
};

}  // namespace jitterscope
