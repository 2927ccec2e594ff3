#pragma once
// All about one remote: its control connection and call machine, what it says and asks, whether it is heard, and its
// media. The session thread owns it and calls all of it.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/signalling/call_machine.h"
#include "core/algorithms/signalling/second_limit.h"
#include "core/algorithms/signalling/told_bounds.h"
#include "core/call/path/control_connection.h"
#include "core/call/session/local_media.h"

namespace jitterscope {

class PeerSession {
 public:
  /// The endpoint, as a remote sees it.
  class Host {
   public:
    virtual ~Host() = default;
    virtual const CallSettings& settings() const = 0;
    virtual void tell(int severity, std::string_view sentence) = 0;
    /// Its address is known: media may come from there.
    virtual void reached(PeerSession& peer) = 0;
    /// Its media begin: gives begun() to the peer. Throws when a thread cannot be made.
    virtual void established(PeerSession& peer, const call_event::Established& established) = 0;
    /// Consented: this end's sending is to be so.
    virtual void set_for_remote(const AnySetting& wanted) = 0;
    /// The remote wants its media at these ports, and somebody attends them.
    virtual void path_changed(PeerSession& peer, const message::Path& path) = 0;
    /// What it was asked to set, and does or does not. False: the user is to know, as no demonstration asked for it or
    /// this is its first refusal.
    virtual bool demonstration_answered(const AnySetting& asked, bool refused) = 0;
    /// What the remote asks for was refused twice in this call.
    virtual void silenced(PeerSession& peer) = 0;
    /// Why its control connection ended, where this end knows better than the socket.
    virtual std::optional<std::string> why_disconnected() const = 0;
  };

  /// A call that this end places, to `target`. `proxied`: who is reached through it; nullopt: `target` itself.
  PeerSession(Host& host, std::string words, CallMachine machine, const HostPort& target,
              const std::optional<SocketAddress>& proxied, const std::optional<SocketAddress>& own);
  /// Somebody who called, and is answered.
  PeerSession(Host& host, std::string words, CallMachine machine, std::unique_ptr<ControlConnection> connection,
              const SocketAddress& address);

  /// As of ControlConnection.
  void set_bell(std::function<void()> ring) { connection_->set_bell(std::move(ring)); }
  /// What came, and what is due; who calls from `beside` is on this machine. False: there may be more to take at once.
  bool drive(Timestamp now, const std::optional<SocketAddress>& beside);
  void every_quarter_second(Timestamp now);

  // Its call.
  CallMachine& machine() { return machine_; }
  const CallMachine& machine() const { return machine_; }
  bool in_call() const { return media_ != nullptr; }
  struct Over {
    std::string sentence;
    bool failed = false;
  };
  const std::optional<Over>& over() const { return over_; }
  /// Its media have begun.
  void begun(LocalMedia& local, PeerMedia& media);
  PeerMedia* media() const { return media_; }
  ParticipantId id() const { return media_ ? media_->id() : kFirstRemote; }
  /// No more is heard of it.
  void close();
  void grant_consent(bool granted);
  void give_up(const std::string& sentence) { over_ = Over{sentence, true}; }
  /// With what was sent last, so that the remote knows what did not come.
  void hang_up(const std::string& why);

  const SocketAddress& address() const { return address_; }
  /// Where its media may come from.
  std::vector<SocketAddress> hosts() const;
  /// "Ada", or as it was called.
  const std::string& words() const { return words_; }
  bool remote_rings() const { return remote_rings_; }
  /// What it asks for and waits to be granted, the first of it.
  const std::optional<AnySetting>& asked_here() const { return asked_here_; }
  const std::string& recorded_by_remote() const { return recorded_by_remote_; }
  int unheard_s() const { return unheard_s_; }
  /// Of its settings, as it said last, in words; nullptr: it did not.
  const std::string* told(const std::string& setting) const;

 private:
  void take(const ControlInput& input, Timestamp now, const std::optional<SocketAddress>& beside);
  void drive_machine(Timestamp now);

  void handle(const call_event::RemoteRings&) { remote_rings_ = true; }
  void handle(const call_event::Ringing&) {}  // of callers alone
  void handle(const call_event::Established&);
  void handle(const call_event::ConsentAsked&);
  void handle(const call_event::ChangeRequested&);
  void handle(const call_event::ChangeAccepted&);
  void handle(const call_event::PeerFlooded&);
  void handle(const call_event::PeerMedia&);
  void handle(const call_event::Refused&);
  void handle(const call_event::Ended&);
  void handle(const message::Changed&);
  void handle(const message::Path&);
  void handle(const message::Summary&);
  void handle(const message::Times&);
  void handle(const message::Arrivals&);
  /// Those that the call machine takes itself, and what is told for somebody else.
  template <typename Message>
  void handle(const Message&) {}

  void note(const Event& event);
  void note_told(const Event& event);
  void tell_of_doubt();
  void tell_of_remote(const SettingChanged& change);
  std::string short_words() const;
  std::string recording_words(std::string_view kept) const;

  void look_for_path(Timestamp now);
  void look_whether_heard(Timestamp now);
  void look_whether_media_come(std::int64_t packets);
  void look_for_foreign_packets(Timestamp now);
  int quarters_between(double received_kbps) const;
  void tell_remote(int part, std::size_t most_times);
  void send_summary(Medium medium);

  Host& host_;
  std::string words_;
  std::unique_ptr<ControlConnection> connection_;
  CallMachine machine_;
  SocketAddress address_;
  const bool answered_ = false;           // it called
  std::optional<SocketAddress> proxied_;  // the remote, when the control connection goes to the relay's proxy
  std::optional<Over> over_;
  LocalMedia* local_ = nullptr;  // in a call
  PeerMedia* media_ = nullptr;

  bool remote_rings_ = false;
  std::optional<AnySetting> asked_here_;
  std::string recorded_by_remote_;
  int unheard_s_ = 0;
  std::map<std::string, std::string> told_;   // its settings, as it last said
  DemonstrationKind remote_demonstration_{};  // of the one that it told of last
  // Sentences of what it does: more would push out what else the user is told.
  SecondLimit mute_news_{3, Duration::seconds(60)}, recording_news_{3, Duration::seconds(60)};
  SecondLimit path_news_{1, Duration::seconds(60)};
  struct AskedPath {
    message::Path path;
    Timestamp since;
    bool told = false;  // that nothing answers
  };
  std::optional<AskedPath> asked_path_;      // not answered there yet
  std::optional<message::Path> taken_path_;  // absent: as it was agreed
  ToldBounds bounds_;
  SecondLimit doubt_news_{1, Duration::seconds(60)};
  int told_quarter_ = -1;                   // quarter second in the period of reports to it
  std::optional<std::int64_t> told_frame_;  // of the received video, reported last
  bool unheard_told_ = false;
  int quarters_waited_ = 0;         // for it to listen
  int quarters_without_media_ = 0;  // since the call began; -1: media came, or it was said that none do
  std::int64_t packets_heard_ = 0, told_foreign_ = 0;
  Timestamp next_foreign_notice_;
};

}  // namespace jitterscope
