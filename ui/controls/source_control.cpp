#include "ui/controls/source_control.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QToolButton>

#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/file_dialog.h"

namespace jitterscope {
namespace {

const QString kFileEntry = "choose file";

QString device_label(const Device& device) {
  return QString::fromStdString(device.label.empty() ? device.id : device.label);
}

/// Selects the entry of a setting; a setting that is not in the list (a file, an unplugged device) gets an entry.
void select(QComboBox& box, const QString& setting) {
  if (box.view()->isVisible()) return;
  int at = box.findData(setting);
  if (at < 0) {
    const auto detail = setting.section(':', 1);
    box.insertItem(0,
                   setting.startsWith("file:") ? QFileInfo(detail).fileName()
                   : detail.isEmpty()          ? Tr::tr("First device")
                                               : Tr::tr("%1 (not connected)").arg(detail),
                   setting);
    at = 0;
  }
  if (box.currentIndex() != at) box.setCurrentIndex(at);
  box.setToolTip(box.currentText());
}

}  // namespace

SourceControl::SourceControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Picture and sound"), parent), port_(session) {
  auto* grid = new QGridLayout;
  set_spacing(grid, 4);
  grid->setColumnStretch(1, 1);
  rows()->addLayout(grid);
  const std::pair<QComboBox**, QString> pickers[] = {
      {&picture_, Tr::tr("Picture")}, {&sound_, Tr::tr("Sound")}, {&speaker_, Tr::tr("Speaker")}};
  int row = 0;
  for (const auto& [box, name] : pickers) {
    *box = new QComboBox;
    (*box)->setAccessibleName(Tr::tr("%1 device or source").arg(name));
    (*box)->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    (*box)->setMinimumContentsLength(8);
    grid->addWidget(muted_label(name), row, 0);
    grid->addWidget(*box, row++, 1);
  }
  auto* refresh = new QToolButton;
  refresh->setObjectName("quiet");
  refresh->setText("⟳");
  refresh->setToolTip(Tr::tr("Look for devices again"));
  refresh->setAccessibleName(Tr::tr("Look for devices again"));
  refresh->setFocusPolicy(Qt::StrongFocus);
  grid->addWidget(refresh, 0, 2);
  headphones_ = muted_label(Tr::tr("Use headphones: no echo cancellation yet."));
  headphones_->setWordWrap(true);
  rows()->addWidget(headphones_);
  connect(refresh, &QToolButton::clicked, this, [this] { port_.refresh_devices(); });
  connect(picture_, &QComboBox::activated, this, &SourceControl::send_video);
  connect(sound_, &QComboBox::activated, this, &SourceControl::send_audio);
  connect(speaker_, &QComboBox::activated, this,
          [this](int index) { port_.send(SetSpeaker{speaker_->itemData(index).toString().toStdString()}); });
}

void SourceControl::fill(const DeviceLists& devices) {
  picture_->clear();
  for (const auto& camera : devices.cameras)
    picture_->addItem(device_label(camera), QString::fromStdString("camera:" + camera.id));
  for (const auto* size : {"640x480@15", "320x240@15", "1280x720@15"})
    picture_->addItem(Tr::tr("Synthetic %1").arg(QString(size).section('@', 0, 0).replace('x', "×")),
                      "synthetic:" + QString(size));
  picture_->addItem(Tr::tr("File …"), kFileEntry);
  picture_->addItem(Tr::tr("None"), "none");
  sound_->clear();
  for (const auto& microphone : devices.microphones)
    sound_->addItem(device_label(microphone), QString::fromStdString("microphone:" + microphone.id));
  sound_->addItem(Tr::tr("Synthetic speech"), "speech");
  sound_->addItem(Tr::tr("Tone"), "tone");
  sound_->addItem(Tr::tr("File …"), kFileEntry);
  sound_->addItem(Tr::tr("None"), "none");
  speaker_->clear();
  speaker_->addItem(devices.speakers.empty() ? Tr::tr("No speaker found")
                                             : Tr::tr("First: %1").arg(device_label(devices.speakers.front())),
                    "");
  for (const auto& speaker : devices.speakers)
    speaker_->addItem(device_label(speaker), QString::fromStdString(speaker.id));
  speaker_->addItem(Tr::tr("None (silent)"), "none");
}

void SourceControl::show_settings(const CallSettings& settings) {
  if (const auto version = port_.devices_version(); version != version_) {
    fill(port_.devices());
    version_ = version;
  }
  select(*picture_, QString::fromStdString(settings.video.to_string()));
  select(*sound_, QString::fromStdString(settings.audio.to_string()));
  select(*speaker_, QString::fromStdString(settings.speaker_id));
  fold().set_state(picture_->currentText() + ", " + sound_->currentText());
  headphones_->setVisible(settings.audio.kind == AudioSourceKind::kMicrophone && settings.speaker_id != "none");
}

void SourceControl::choose_file(QComboBox& box, const QString& filter, std::function<void(const QString&)> chosen) {
  auto* dialog = make_file_dialog(this, Tr::tr("Choose a file to send"));
  dialog->setNameFilter(filter);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &box, std::move(chosen));
  dialog->open();
}

void SourceControl::send_video(int index) {
  const auto entry = picture_->itemData(index).toString();
  if (entry == kFileEntry)
    return choose_file(*picture_, Tr::tr("Video (*.avi *.mkv *.mp4 *.mjpeg *.mjpg *.jpg);;All files (*)"),
                       [this](const QString& path) {
                         port_.send(SetVideo{{.kind = VideoSourceKind::kFile, .id = path.toStdString()}});
                       });
  if (const auto source = VideoSourceSetting::parse(entry.toStdString())) port_.send(SetVideo{*source});
}

void SourceControl::send_audio(int index) {
  const auto entry = sound_->itemData(index).toString();
  if (entry == kFileEntry)
    return choose_file(*sound_, Tr::tr("Sound (*.wav);;All files (*)"), [this](const QString& path) {
      port_.send(SetAudio{{.kind = AudioSourceKind::kFile, .id = path.toStdString()}});
    });
  if (const auto source = AudioSourceSetting::parse(entry.toStdString())) port_.send(SetAudio{*source});
}

QStringList SourceControl::entries(int picker) const {
  const auto* box = std::array{picture_, sound_, speaker_}[static_cast<std::size_t>(picker)];
  QStringList words;
  for (int i = 0; i < box->count(); ++i) words << box->itemText(i);
  return words;
}

}  // namespace jitterscope
