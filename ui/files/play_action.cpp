#include "ui/files/play_action.h"

#include "ui/files/file_view.h"
#include "ui/tr.h"

namespace jitterscope {

PlayAction::PlayAction(FileView* files, QObject* parent) : QAction(parent), files_(files) {
  show(std::nullopt, {});
  connect(this, &QAction::triggered, this, [this] {
    if (!stream_ || !files_) return;
    files_->playing() == stream_ ? files_->stop_playing() : files_->play(*stream_);
  });
}

void PlayAction::show(std::optional<std::size_t> stream, const QString& why_not) {
  stream_ = stream;
  const bool plays = stream && files_ && files_->playing() == stream;
  const bool can = stream && files_ && why_not.isEmpty();
  setText(plays ? Tr::tr("Stop playing") : Tr::tr("Play the sound"));
  setIconText(plays ? Tr::tr("stop") : Tr::tr("play"));
  setEnabled(plays || can);
  setToolTip(plays               ? Tr::tr("Stop; cursor A stays at what was heard last")
             : can               ? Tr::tr("Hear the chosen stream, from cursor A if that lies within it")
             : why_not.isEmpty() ? Tr::tr("Choose a stream to hear it")
                                 : why_not);
}

}  // namespace jitterscope
