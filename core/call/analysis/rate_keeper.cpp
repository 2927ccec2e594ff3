#include "core/call/analysis/rate_keeper.h"

#include <algorithm>
#include <utility>

#include "core/call/exchange/rate_board.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/settings/rate_control.h"
#include "core/events/settings/transport.h"

namespace jitterscope {
namespace {

constexpr Duration kShortestWait = Duration::ms(5), kTogether = Duration::ms(10), kLongestWithTrend = Duration::ms(100);

}  // namespace

RateKeeper::RateKeeper(RateBoard& board) : board_(board), monitor_(TrendSetting{}) {}
RateKeeper::~RateKeeper() = default;

void RateKeeper::set_controller(std::unique_ptr<RateController> controller, std::string_view name) {
  controller_ = SteppedController(std::move(controller));
  name_ = ShortText<24>(name);
  board_.judge_from.store(-1, std::memory_order_relaxed);
  board_.news.ring();
  if (transport_) controller_.add(*transport_);
  // Until its first decision, in this round, the picture stays as it was.
  if (!controller_) board_.target.store(RateTarget{});
}

void RateKeeper::add(const Event& event) {
  controller_.add(event);
  if (const auto* setting = get_if<SettingChanged>(&event)) note(*setting);
  if (const auto* packet = get_if<PacketArrived>(&event)) arrived_[packet->medium].push_back(*packet);
}

void RateKeeper::note(const SettingChanged& setting) {
  if (setting.end == End::kLocal && concerns<setting::Transport>(setting)) transport_ = setting;
  if (setting.end != End::kRemote) return;
  if (const auto control = as<setting::RateControl>(setting)) remote_controls_ = control->value.on();
}

void RateKeeper::round(Timestamp now, std::vector<Event>& made) {
  const std::uint64_t reports = reports_;
  const std::int64_t judge_from = board_.judge_from.load(std::memory_order_relaxed);
  listen(now, made);
  decide(now, made);
  if (reports_ != reports || board_.judge_from.load(std::memory_order_relaxed) != judge_from) board_.news.ring();
}

Timestamp RateKeeper::next_round(Timestamp last, Duration usual) const {
  if (controller_ || remote_controls_ || asked_from_ >= 0) usual = std::min(usual, kLongestWithTrend);
  const auto step = controller_.next_step();
  return step && *step <= last + usual + kTogether ? std::max(*step, last + kShortestWait) : last + usual;
}

void RateKeeper::listen(Timestamp now, std::vector<Event>& made) {
  const std::int64_t asked_from = board_.asked_from.load(std::memory_order_relaxed);
  if (std::exchange(asked_from_, asked_from) != asked_from) wish_ = static_cast<std::uint32_t>(asked_from);
  if (wish_) monitor_.judge_from(*wish_);
  // Each medium's packets come from a ring of its own, in order.
  auto &sound = arrived_[Medium::kAudio], &picture = arrived_[Medium::kVideo];
  for (std::size_t heard = 0, seen = 0; heard + seen < sound.size() + picture.size();) {
    const bool is_sound =
        seen == picture.size() || (heard < sound.size() && sound[heard].received <= picture[seen].received);
    monitor_.add(is_sound ? sound[heard++] : picture[seen++]);
    if (const auto report = monitor_.take(now)) {
      board_.to_tell.store({++reports_, *report});
      controller_.add(*report);
      made.push_back(*report);
      const auto judged_from = static_cast<std::uint32_t>(report->judged_from);
      if (wish_ && static_cast<std::int32_t>(judged_from - *wish_) >= 0) wish_.reset();
    }
  }
  sound.clear();
  picture.clear();
}

void RateKeeper::decide(Timestamp now, std::vector<Event>& made) {
  auto decision = controller_.step(now);
  if (!decision) return;
  RateDecided& decided = decision->decided;
  decided.controller = name_;
  const auto pacing = decision->pacing;
  board_.target.store(
      {true, decided.sending, decided.target_kbps, pacing ? std::optional(pacing->kbits_per_second()) : std::nullopt});
  if (decided.judge_from) board_.judge_from.store(*decided.judge_from, std::memory_order_relaxed);
  made.push_back(decided);
}

}  // namespace jitterscope
