#include "ui/controls/format_control.h"

#include <QCheckBox>
#include <QSignalBlocker>

#include "core/events/audio_block.h"
#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segments.h"
#include "ui/words/call_words.h"
#include "ui/words/text.h"

namespace jitterscope {

FormatControl::FormatControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Video sent"), parent), port_(session) {
  rate_ = new DecimalBox(Tr::tr("Frames a second"), Tr::tr("Frames a second; a camera may give fewer"),
                         kLowestFrameRate, kHighestFrameRate, " /s");
  rate_->setDecimals(1);
  quality_ = new WholeNumberBox(Tr::tr("JPEG quality"), Tr::tr("JPEG quality, 1 to 100: higher is larger and better"),
                                setting::JpegQuality::kLeast, setting::JpegQuality::kMost);
  quality_->setPrefix("q ");
  chroma_ = new Segments({"4:2:0", "4:2:2"}, Tr::tr("Chroma subsampling"));
  chroma_->set_tip(0, Tr::tr("Colour halved both ways (RFC 2435 type 1)"));
  chroma_->set_tip(1, Tr::tr("Colour halved sideways (RFC 2435 type 0)"));
  auto* row = add_row({rate_, quality_});
  row->setStretch(0, 1);
  row->setStretch(1, 1);
  add_row({chroma_});
  connect(rate_, &QDoubleSpinBox::valueChanged, this, [this](double rate) { port_.send(SetFps{rate}); });
  connect(quality_, &QSpinBox::valueChanged, this, [this](int quality) { port_.send(SetJpegQuality{quality}); });
  connect(chroma_, &Segments::chosen, this,
          [this](int chroma) { port_.send(SetSubsampling{chroma == 1 ? Subsampling::k422 : Subsampling::k420}); });
}

void FormatControl::show_settings(const CallSettings& settings) {
  const QSignalBlocker quiet_rate(rate_), quiet_quality(quality_);
  if (!rate_->hasFocus()) rate_->setValue(settings.frames_per_second.value_or(settings.video.frames_per_second));
  if (!quality_->hasFocus()) quality_->setValue(settings.jpeg_quality);
  const bool half = settings.subsampling == Subsampling::k422;
  chroma_->set_current(half ? 1 : 0);
  fold().set_state(figure(rate_->value(), "/s") + QString(", q %1, ").arg(settings.jpeg_quality) +
                   (half ? "4:2:2" : "4:2:0"));
}

namespace {

/// Steps from "choose" begin at the usual length.
class BlockField : public WholeNumberBox {
 public:
  using WholeNumberBox::WholeNumberBox;
  void stepBy(int steps) override {
    value() < kSmallestAudioBlock ? setValue(kUsualAudioBlock) : WholeNumberBox::stepBy(steps);
  }
};

}  // namespace

AudioFormatControl::AudioFormatControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Sound sent"), parent), port_(session) {
  add_beside_title(end_ = new Segments({Tr::tr("local"), Tr::tr("remote"), Tr::tr("both")}, Tr::tr("Whose sound")));
  end_->set_current(0);
  end_->set_tip(1, Tr::tr("The remote is asked for its consent, once a call"));
  block_ = new BlockField(Tr::tr("Audio block"), Tr::tr("Bytes of sound a packet, one a sample, 8000 samples a second"),
                          kSmallestAudioBlock, kLargestAudioBlock, " B");
  auto* row = add_row({muted_label(Tr::tr("Block of")), block_, length_ = muted_label({})});
  row->setStretch(1, 1);
  when_sized(length_, [length = length_] {
    length->setMinimumWidth(length->fontMetrics().horizontalAdvance(Tr::tr("every %1").arg("88.8 ms")));
  });
  rows()->addWidget(hint_ = muted_label({}));
  hint_->setWordWrap(true);
  hint_->hide();
  connect(block_, &QSpinBox::valueChanged, this, &AudioFormatControl::send);
}

void AudioFormatControl::send() {
  if (block_->value() < kSmallestAudioBlock) return;  // "choose"
  port_.send(SetAudioBlock{block_->value(), static_cast<End>(end_->current())});
}

void AudioFormatControl::show_settings(const CallSettings& settings, const CallState& call) {
  const QSignalBlocker quiet(block_);
  const bool local = static_cast<End>(end_->current()) != End::kRemote;  // the remote's block and tick are not known
  const int least = local ? kSmallestAudioBlock : kSmallestAudioBlock - 1;
  const bool turned = block_->minimum() != least;
  if (turned) {
    block_->setMinimum(least);
    block_->setSpecialValueText(local ? QString() : Tr::tr("choose"));
  }
  if (turned || !block_->hasFocus()) block_->setValue(local ? settings.audio_block : least);
  fold().set_state(
      Tr::tr("%1 B, every %2")
          .arg(QString::number(settings.audio_block), figure(audio_block_length(settings.audio_block).ms(), "ms")));
  const bool known = block_->value() >= kSmallestAudioBlock;
  length_->setText(known ? Tr::tr("every %1").arg(figure(audio_block_length(block_->value()).ms(), "ms")) : QString());
  auto hint = waiting_words(call, setting::AudioBlock::facts.name);
  if (local && hint.isEmpty()) hint = QString::fromStdString(phase_lock_sentence(block_->value(), port_.timer_tick()));
  if (hint_->text() == hint) return;
  hint_->setText(hint);
  hint_->setVisible(!hint.isEmpty());
}

ReceptionControl::ReceptionControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Reception"), parent), port_(session) {
  audio_ = new QCheckBox(Tr::tr("Sound"));
  video_ = new QCheckBox(Tr::tr("Picture"));
  late_ = new QCheckBox(Tr::tr("Drop late frames"));
  late_->setToolTip(Tr::tr(
      "A frame that comes more than a frame period after the one before is counted as late; with this on it is not "
      "shown (Sun 1997)"));
  policy_ = new Segments({Tr::tr("Drop frame"), Tr::tr("Keep stripes")}, Tr::tr("When a block is missing"));
  policy_->set_tip(0, Tr::tr("When a block is missing the frame is discarded whole (Sun 1997)"));
  policy_->set_tip(
      1, Tr::tr("A missing block keeps the old picture there (Crowcroft 1992); takes effect with restart markers, "
                "in the next call"));
  add_row({audio_, video_})->addStretch(1);
  add_row({policy_});
  add_row({late_});
  connect(audio_, &QCheckBox::clicked, this, [this](bool on) { port_.send(SetReception{Medium::kAudio, on}); });
  connect(video_, &QCheckBox::clicked, this, [this](bool on) { port_.send(SetReception{Medium::kVideo, on}); });
  connect(late_, &QCheckBox::clicked, this, [this](bool on) { port_.send(SetDiscardLate{on}); });
  connect(policy_, &Segments::chosen, this, [this](int policy) {
    port_.send(SetLossPolicy{policy == 1 ? LossPolicy::kStripes : LossPolicy::kDiscardFrame});
  });
}

void ReceptionControl::show_settings(const CallSettings& settings) {
  audio_->setChecked(settings.receive[Medium::kAudio]);
  video_->setChecked(settings.receive[Medium::kVideo]);
  late_->setChecked(settings.discard_late_frames);
  policy_->set_current(settings.loss_policy == LossPolicy::kStripes ? 1 : 0);
  QStringList received;
  for (const auto* box : {audio_, video_})
    if (box->isChecked()) received << box->text().toLower();
  fold().set_state(received.isEmpty() ? Tr::tr("nothing is received")
                                      : Tr::tr("%1 received").arg(received.join(Tr::tr(" and "))));
}

}  // namespace jitterscope
