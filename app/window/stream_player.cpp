#include "app/window/stream_player.h"

#include <utility>

#include "ui/tr.h"

namespace jitterscope {

void StreamPlayer::later(std::function<void()> what) {
  QMetaObject::invokeMethod(&gui_, std::move(what), Qt::QueuedConnection);
}

void StreamPlayer::play(StreamTables& tables, std::size_t stream, std::optional<double> from_s,
                        const std::string& speaker, Finished finished) {
  fall_silent();
  finished_ = std::move(finished);
  tables_ = &tables;
  tables.ask_sound(stream, from_s,
                   [this, number = number_, speaker](std::optional<StreamSound> sound, const std::string& why) {
                     const auto read = sound ? std::make_shared<StreamSound>(std::move(*sound)) : nullptr;
                     later([=, this] { begin(number, read, why, speaker); });
                   });
}

void StreamPlayer::begin(int number, const std::shared_ptr<StreamSound>& sound, const std::string& why,
                         const std::string& speaker) {
  if (number != number_) return;
  if (!sound) return finish(number, {false, why});
  from_s_ = sound->from_s;
  cut_ = sound->cut;
  if (!player_) player_ = std::make_unique<SoundPlayer>();
  player_->play(speaker, {sound->rate_hz, std::move(sound->samples)}, [this, number](const std::string& trouble) {
    later([=, this] { finish(number, {trouble.empty(), trouble}); });
  });
}

void StreamPlayer::finish(int number, const ExportResult& result) {
  if (number != number_ || !finished_) return;
  ExportResult told = result;
  if (told.done && cut_)
    told.sentence = Tr::tr("So much of a stream is played at once: set cursor A where it is to go on.").toStdString();
  std::exchange(finished_, {})(told);
}

void StreamPlayer::stop() {
  fall_silent();
  if (auto* tables = std::exchange(tables_, nullptr)) tables->stop_sound();
}

void StreamPlayer::fall_silent() {
  ++number_;
  finished_ = {};
  if (player_) player_->stop();
}

void StreamPlayer::refuse(const std::string& sentence) {
  if (!finished_) return;
  auto finished = std::exchange(finished_, {});
  stop();
  later([=] { finished({false, sentence}); });
}

std::optional<double> StreamPlayer::at_s() const {
  const auto heard = player_ && finished_ ? player_->heard_s() : std::nullopt;
  return heard ? std::optional(from_s_ + *heard) : std::nullopt;
}

}  // namespace jitterscope
