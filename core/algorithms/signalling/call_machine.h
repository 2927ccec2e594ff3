#pragma once
// One call over one control connection, as a state machine without threads, sockets or clocks: inputs come with the
// time (this machine's monotonic clock), outputs are lines to send and events for the session. Not thread-safe: one
// owner.
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/algorithms/signalling/messages.h"
#include "core/algorithms/signalling/second_limit.h"
#include "core/events/call_state.h"

namespace jitterscope {

/// Of what the remote tells of its settings, and of what it asks for: more than a user and a call's beginning need.
inline constexpr int kMostChangesASecond = message::Changed::kMostASecond;
inline constexpr int kMostStreamsASecond =
    5;  // changes of its streams, or of where it receives; the last always counts

std::string_view to_string(CallStage);

namespace call_event {
/// We call; it rings there.
struct RemoteRings {};
/// It rings here: accept() or decline().
struct Ringing {
  Description remote;
};
struct Established {
  Description local, remote;
  bool caller;
  bool same_clock = false;  // both ends read the clock of one boot, and have shown it
};
/// Answer with grant_consent().
struct ConsentAsked {
  AnySetting setting;
};
/// Consented: carry out, then tell() that it has changed ("remote").
struct ChangeRequested {
  AnySetting setting;
};
/// The remote carries out what we asked.
struct ChangeAccepted {
  AnySetting setting;
};
/// So many of its changes are not among PeerChanged: it sent more than kMostChangesASecond. At most once a minute.
struct PeerFlooded {
  std::int64_t left_out;
};
/// The remote's streams, as they now are.
struct PeerMedia {
  Description remote;
};
/// A change that was not made; the call goes on.
struct Refused {
  std::string sentence;
  std::optional<AnySetting> setting = {};  // which the remote did not set; absent: it was not asked
};
/// Last event. failed: the call never was or was cut off.
struct Ended {
  std::string sentence;
  bool failed;
};
}  // namespace call_event
/// Beside them what the remote tells in a call, as the message that it is, stamped with when it came: Changed (its
/// origin seen from this end: "local" = asked for here), Path, Summary, Times, Arrivals, and each further one that says
/// kMostASecond.
template <typename... Own>
struct EventsWith {
  template <typename... Told>
  using Messages = std::variant<Own..., Told...>;
};
using CallEvent = AllMessages<
    EventsWith<call_event::RemoteRings, call_event::Ringing, call_event::Established, call_event::ConsentAsked,
               call_event::ChangeRequested, call_event::ChangeAccepted, call_event::PeerFlooded, call_event::PeerMedia,
               call_event::Refused, call_event::Ended>::Messages>;

/// A limit for each kind of message.
template <typename... M>
struct MessageLimits {
  template <typename One>
  static constexpr int most() {
    if constexpr (requires { One::kMostASecond; }) return One::kMostASecond;
    return 0;
  }
  template <typename One>
  SecondLimit& of() {
    return all[static_cast<std::size_t>(Message(std::in_place_type<One>).index())];
  }
  std::array<SecondLimit, sizeof...(M)> all{SecondLimit(most<M>())...};
};

struct CallMachineOptions {
  /// Decided beforehand whether the remote may set my sending; absent = ask.
  std::optional<bool> consent = std::nullopt;
  std::string boot_id = {};  // of this end's monotonic clock (read_boot_id); empty = no end has the same clock
  std::string nonce = {};    // of this call (same_machine.h)
  std::string address = {};  // of who calls: said beside its name, which may be anything, until the call is answered
  Duration keep_alive_period = Duration::seconds(1);
  Duration silence_limit = Duration::seconds(4);        // before the call is answered
  Duration call_silence_limit = Duration::seconds(30);  // of a call; a network that comes back finds it still up
  Duration answer_limit = Duration::seconds(1);         // to a keep-alive, before lines count as late
  Duration offer_limit = Duration::seconds(5);          // a connection that brings no offer
  Duration ring_limit = Duration::seconds(60);
  Duration proof_limit = Duration::ms(500);  // an answer waits so long for the proof of the same clock
};

class CallMachine {
 public:
  CallMachine(Description local, const CallMachineOptions& options = {});

  // The connection.
  /// `here`: the other end of the connection is on this machine.
  void connected(Timestamp now, bool here = false);
  void line(std::string_view text, Timestamp now);
  void disconnected(std::string_view reason, Timestamp now);
  /// At least every 500 ms, after the lines that have come: what waits in a queue is not silence.
  void tick(Timestamp now);
  /// Media of the remote came since the last call: no silence, though its lines may wait in a queue.
  void media_heard(Timestamp now);
  /// The remote's answers come late, as its lines queue up or get lost on the way: what is said again anyway had
  /// better wait.
  bool is_behind(Timestamp now) const;
  /// In a call: since when neither lines nor media of the remote have come; else zero.
  Duration unheard(Timestamp now) const { return state_ == CallStage::kInCall ? now - heard_ : Duration{}; }

  // The user. Whatever does not fit the state does nothing.
  void call();                 // before connected(): this end is the caller (and the clock's master)
  void accept(Timestamp now);  // answers at once, or when the proof of one clock has come or is overdue (tick)
  void decline();
  /// While it rings here: the caller gets `reason`; the call ended with "NAME `what`.", or without a word.
  void turn_away(std::string reason, std::string_view what);
  /// `why`: a sentence for both ends, when it was not by hand.
  void hang_up(const std::string& why = {});
  void request_change(const AnySetting& wanted);  // answered by ChangeAccepted or Refused
  /// To what waits. A yes holds for the rest of the call; so does a second no, after a first one the remote may ask
  /// once more.
  void grant_consent(bool granted);
  /// What the remote was asked to set and has not answered, in order.
  std::vector<AnySetting> unanswered_requests() const;
  void refuse_all() { consent_ = false; }  // nothing is asked; for a remote that was refused before this call
  bool refuses_all() const { return consent_ == false; }
  /// What else is said in a call; outside of one it is not. Changed: my sending changed; origin: "local" = asked for
  /// here, "remote" = by the remote (which reads it as "local"). Path: where on this host the remote is to send its
  /// media. Summary, Times, Arrivals: what this end measures.
  /// What the remote cannot take is left out.
  template <typename Told>
  void tell(Told told) {
    if (state_ == CallStage::kInCall && remote_takes<Told>()) send(std::move(told));
  }
  void announce_media(std::optional<AudioDescription> audio, std::optional<VideoDescription> video);

  /// Before the offer goes out or is answered.
  void set_local(Description local) { local_ = std::move(local); }

  CallStage state() const { return state_; }
  const Description& local() const { return local_; }
  const std::optional<Description>& remote() const { return remote_; }
  /// Beyond the base of the protocol; nothing before it has said so.
  Capabilities remote_can() const { return remote_ && remote_->can ? *remote_->can : Capabilities(); }
  /// Lines with their \n, in order, for the connection. After kEnded: send these, then close.
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }
  std::vector<CallEvent> take_events() { return std::exchange(events_, {}); }

 private:
  void handle(const message::Offer&, Timestamp now);
  void handle(const message::Answer&, Timestamp now);
  void handle(const message::Ringing&, Timestamp now);
  void handle(const message::Proof&, Timestamp now);
  void handle(const message::Change&, Timestamp now);
  void handle(const message::Changed&, Timestamp now);
  void handle(const message::Media&, Timestamp now);
  void handle(const message::Path&, Timestamp now);
  void handle(const message::KeepAlive&, Timestamp now);
  void handle(const message::HangUp&, Timestamp now);
  void handle(const message::Done&, Timestamp now);
  void handle(const message::Failed&, Timestamp now);
  /// What is told in a call.
  template <typename Told>
  requires(Told::kMostASecond > 0) void handle(const Told& told, Timestamp now);
  template <typename Told>
  bool remote_takes() const {
    if constexpr (requires { typename Told::Needs; }) return remote_can().has<typename Told::Needs>();
    return true;
  }
  void send(const Message& message) { lines_.push_back(write_message(message)); }
  void fail(std::int64_t id, int code, std::string sentence);
  void look_for_flood(Timestamp now);
  void look_whether_stood_still(Timestamp now);
  void tell_waiting(Timestamp now);
  void answer_change(const message::Change&, bool granted);
  void enter(CallStage, Timestamp now);
  void establish(Timestamp now);
  void give_up(std::string sentence, std::string told = {});  // tells the remote (`told`, else the sentence), then ends
  void end(std::string sentence, bool failed);
  bool awaits_answer() const { return caller_ && (state_ == CallStage::kCalling || state_ == CallStage::kRinging); }
  std::string proof_of(std::string_view who) const;
  bool rings_here() const { return !caller_ && state_ == CallStage::kRinging; }
  std::string remote_words() const;
  bool open() const { return link_up_ && state_ != CallStage::kEnded; }

  Description local_;
  CallMachineOptions options_;
  CallStage state_ = CallStage::kIdle;
  bool caller_ = false, link_up_ = false;
  std::optional<Description> remote_;
  std::optional<bool> consent_;  // absent: the user is asked
  int refusals_ = 0;             // by the user
  AllMessages<MessageLimits> told_;
  SecondLimit requests_{kMostChangesASecond};
  SecondLimit streams_{kMostStreamsASecond}, paths_{kMostStreamsASecond};
  bool streams_wait_ = false;  // remote_ has changed since PeerMedia
  std::optional<message::Path> path_waits_;
  std::optional<Timestamp> flood_said_;
  std::string nonce_, remote_nonce_;  // of this call, when the other end is on this machine; empty = none
  bool awaits_proof_ = false;         // of the caller, before this end's answer
  bool same_clock_ = false;
  std::optional<Timestamp> accepted_;  // by the user, while a proof is awaited
  int bad_lines_ = 0;
  std::int64_t next_id_ = 1, offer_id_ = 0;  // offer_id_: sent by us (caller) or to be answered by us
  Timestamp heard_, state_since_, next_keep_alive_;
  Timestamp ticked_, stood_until_;
  Duration stood_still_;  // the last time that ticks were missing; zero = never
  struct Question {
    std::int64_t id;
    Timestamp asked;
  };
  std::deque<Question> unanswered_;  // keep-alives
  std::deque<message::Change> awaiting_consent_;
  std::map<std::int64_t, AnySetting> requested_;  // our changes the remote has not answered
  std::vector<std::string> lines_;
  std::vector<CallEvent> events_;
};

}  // namespace jitterscope
