#include "ui/main_window/notice_board.h"

#include <utility>

#include <QDialog>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTime>
#include <QVBoxLayout>

#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/banner.h"
#include "ui/words/call_words.h"
#include "ui/words/rate_words.h"

namespace jitterscope {
namespace {

constexpr int kWarning = 1, kError = 2;  // severities of notices
constexpr qsizetype kMostKept = 200;
constexpr int kUsual_ms = 12'000, kRecorded_ms = 30'000;  // later the menu still has the way out
constexpr int kAgain_ms = 500;                            // while the pointer is on it

QString ringing_words(const CallState& state) {
  const auto others = state.more_callers == 0   ? QString()
                      : state.more_callers == 1 ? Tr::tr(" 1 more waits.")
                                                : Tr::tr(" %1 more wait.").arg(state.more_callers);
  return Tr::tr("%1 is calling you.").arg(caller_text(state.peer)) + others;
}

/// A yes and a no; empty: there is none.
std::pair<QString, QString> answers_to(NoticeKind kind) {
  switch (kind) {
    case NoticeKind::kRinging: return {Tr::tr("Accept"), Tr::tr("Decline")};
    case NoticeKind::kConsent: return {Tr::tr("Allow for this call"), Tr::tr("Refuse")};
    case NoticeKind::kRecording: return {{}, Tr::tr("Don’t record")};
    default: return {};
  }
}

}  // namespace

NoticeBoard::NoticeBoard(QWidget& window) : QObject(&window), window_(window), banner_(new Banner(&window)) {
  passes_.setSingleShot(true);
  connect(&passes_, &QTimer::timeout, this, &NoticeBoard::let_pass);
  connect(banner_, &Banner::answered, this, &NoticeBoard::answer);
  connect(banner_, &Banner::dismissed, this, &NoticeBoard::dismiss);
  connect(banner_, &Banner::list_wanted, this, &NoticeBoard::open_list);
  connect(banner_, &Banner::pointer_left, this, &NoticeBoard::show_now);
}

void NoticeBoard::tell(const QString& sentence) {
  keep(sentence);
  if (!presenting_) put(NoticeKind::kMessage, sentence);
}

void NoticeBoard::tell_for_a_while(const QString& sentence) {
  keep(sentence);
  if (!presenting_) put(NoticeKind::kMessage, sentence, false, kUsual_ms);
}

void NoticeBoard::tell_calmly(const QString& sentence) {
  keep(sentence);
  put(NoticeKind::kMessage, sentence, true, kUsual_ms);
}

void NoticeBoard::say_change(const QString& words) {
  keep(words + ".");
  say_begun(words + ".");
}

void NoticeBoard::say_begun(const QString& sentence) {
  put(NoticeKind::kChange, sentence, true, kUsual_ms);
}

void NoticeBoard::say_failed(const QString& sentence) {
  keep(sentence);
  standing_.take_away(NoticeKind::kChange);
  put(NoticeKind::kMessage, sentence);
}

void NoticeBoard::keep(const QString& sentence) {
  ++kept_;
  list_ << QTime::currentTime().toString("HH:mm:ss") + "  " + sentence;
  if (list_.size() > kMostKept) list_.removeFirst();
  emit kept(list_);
}

void NoticeBoard::tell_result(const ExportResult& result) {
  standing_.take_away(NoticeKind::kChange);
  const auto sentence = QString::fromStdString(result.sentence);
  result.done ? tell_calmly(sentence) : tell(sentence);
}

std::function<void(ExportResult)> NoticeBoard::result_teller() {
  return [board = QPointer(this)](const ExportResult& result) {
    if (board) board->tell_result(result);
  };
}

void NoticeBoard::take_back(const QString& sentence) {
  standing_.take_away_message(sentence);
  show_now();
}

void NoticeBoard::show_questions(const CallState& state) {
  const bool rings = state.stage == CallStage::kRinging && !presenting_;
  ask(NoticeKind::kRinging, rings ? ringing_words(state) : QString());
  ask(NoticeKind::kConsent, consent_question(state));
}

void NoticeBoard::show_trouble(const CallState& state, const CallSnapshot* call) {
  const bool in_call = state.stage == CallStage::kInCall;
  auto words = unheard_words(state);
  trouble_ = words.isEmpty() ? Trouble::kFlood : Trouble::kUnheard;
  if (words.isEmpty()) dismissed_.remove(Trouble::kUnheard);
  if (!in_call) dismissed_.remove(Trouble::kFlood);
  if (words.isEmpty() && call && in_call) words = flood_advice(*call);
  ask(NoticeKind::kTrouble, presenting_ || dismissed_.contains(trouble_) ? QString() : words);
}

void NoticeBoard::show_notices_of(const CallSnapshot& call) {
  if (call.elapsed_s < std::exchange(call_elapsed_s_, call.elapsed_s) ||
      (!call.notices.empty() && call.notices.back().number < newest_of_call_))
    newest_of_call_ = 0;  // a new call
  for (const auto& notice : call.notices) {
    if (notice.number <= newest_of_call_) continue;
    newest_of_call_ = notice.number;
    const auto words = QString::fromStdString(notice.text);
    if (notice.severity < kWarning)
      keep(words);
    else
      notice.severity >= kError ? tell(words) : tell_for_a_while(words);
  }
}

void NoticeBoard::show_recorded(const std::string& path) {
  if (path.empty()) return ask(NoticeKind::kRecording, {});
  const auto sentence =
      Tr::tr("This call is recorded to %1: times and sizes of packets, settings, notices, no sound and no pictures.")
          .arg(QString::fromStdString(path));
  keep(sentence);
  if (!presenting_) put(NoticeKind::kRecording, sentence, true, kRecorded_ms);
}

void NoticeBoard::set_presenting(bool on) {
  if (std::exchange(presenting_, on) == on) return;
  if (on) {
    kept_before_ = kept_;
    for (const auto kind : {NoticeKind::kMessage, NoticeKind::kChange, NoticeKind::kRecording, NoticeKind::kTrouble,
                            NoticeKind::kRinging})
      standing_.take_away(kind);
    return show_now();
  }
  const auto unseen = kept_ - kept_before_;
  if (unseen > 0)
    say_begun((unseen == 1 ? Tr::tr("%1 notice meanwhile, in Help ▸ Notices.")
                           : Tr::tr("%1 notices meanwhile, in Help ▸ Notices."))
                  .arg(unseen));
}

QStringList NoticeBoard::standing() const {
  QStringList words;
  for (const auto& each : standing_.all()) words << each.words;
  return words;
}

void NoticeBoard::put(NoticeKind kind, const QString& words, bool calm, std::optional<int> seen_ms) {
  standing_.put({kind, words, calm, seen_ms});
  show_now();
}

void NoticeBoard::ask(NoticeKind kind, const QString& words) {
  if (!words.isEmpty()) return put(kind, words);
  standing_.take_away(kind);
  show_now();
}

/// One that another had taken from sight has its whole time again. What the pointer is on stays in sight.
void NoticeBoard::show_now() {
  const auto* notice = standing_.seen(banner_->underMouse() ? seen_ : 0);
  if (!notice) {
    seen_ = 0;
    passes_.stop();
    return banner_->clear();
  }
  if (std::exchange(seen_, notice->number) != notice->number) {
    passes_.stop();
    if (notice->seen_ms) passes_.start(*notice->seen_ms);
  }
  seen_kind_ = notice->kind;
  const auto [yes, no] = answers_to(notice->kind);
  banner_->show_contents(
      {notice->words, yes, no, notice->calm, static_cast<int>(standing_.all().size()) - 1, notice->number});
}

void NoticeBoard::answer(bool yes) {
  if (seen_kind_ == NoticeKind::kRinging) emit call_answered(yes);
  if (seen_kind_ == NoticeKind::kConsent) emit consent_answered(yes);
  if (seen_kind_ == NoticeKind::kRecording) emit recording_unwanted();
}

void NoticeBoard::dismiss() {
  if (seen_kind_ == NoticeKind::kTrouble) dismissed_.insert(trouble_);
  standing_.take_away(seen_);
  show_now();
}

/// Not from under the pointer: the next one would be clicked.
void NoticeBoard::let_pass() {
  if (banner_->underMouse()) return passes_.start(kAgain_ms);
  standing_.take_away(seen_);
  show_now();
}

void NoticeBoard::open_list() {
  auto* dialog = new QDialog(&window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Tr::tr("Notices"));
  dialog->resize(px({640, 320}));
  auto* words = new QPlainTextEdit(list_.isEmpty() ? Tr::tr("Nothing has been said yet.") : list_.join('\n'));
  words->setReadOnly(true);
  words->setAccessibleName(Tr::tr("Notices, oldest first"));
  words->moveCursor(QTextCursor::End);
  (new QVBoxLayout(dialog))->addWidget(words);
  dialog->open();
}

}  // namespace jitterscope
