#include "ui/files/decode_as_dialog.h"

#include <array>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

struct Encoding {
  const char* name;
  int clock_hz;
};
/// Those that calls use; any other can be typed.
constexpr std::array kEncodings{Encoding{"H264", 90000},   Encoding{"H265", 90000}, Encoding{"VP8", 90000},
                                Encoding{"VP9", 90000},    Encoding{"AV1", 90000},  Encoding{"JPEG", 90000},
                                Encoding{"opus", 48000},   Encoding{"PCMU", 8000},  Encoding{"PCMA", 8000},
                                Encoding{"G722", 8000},    Encoding{"G729", 8000},  Encoding{"AMR", 8000},
                                Encoding{"AMR-WB", 16000}, Encoding{"EVS", 16000},  Encoding{"L16", 44100},
                                Encoding{"speex", 16000},  Encoding{"audio", 8000}, Encoding{"video", 90000}};
constexpr int kNothing = 0, kUsualType = 96;

}  // namespace

DecodeAsDialog::DecodeAsDialog(const QString& path, const DecodeProposal& proposal, QWidget* parent) : QDialog(parent) {
  setAttribute(Qt::WA_DeleteOnClose);
  setObjectName("decode-as");
  setWindowTitle(Tr::tr("Decode as"));
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {12, 12, 12, 12}, 8);
  auto* about = new QLabel(Tr::tr("How packets of “%1” are to be read. What you say counts for this file until another "
                                  "one is opened.")
                               .arg(QFileInfo(path).fileName()));
  about->setWordWrap(true);
  about->setMinimumWidth(px(380));
  column->addWidget(about);
  auto* form = new QFormLayout;
  column->addLayout(form);
  form->addRow(Tr::tr("&Payload type"), type_ = new QSpinBox);
  type_->setRange(0, 127);
  type_->setValue(proposal.type.value_or(kUsualType));
  form->addRow(Tr::tr("&Carries"), encoding_ = new QComboBox);
  encoding_->setEditable(true);
  encoding_->addItem(Tr::tr("(leave as it is)"));
  for (const Encoding& known : kEncodings) encoding_->addItem(known.name);
  encoding_->setToolTip(Tr::tr("Encoding name, as a session description has it, or audio or video"));
  form->addRow(Tr::tr("C&lock"), clock_ = new QSpinBox);
  clock_->setRange(1, 10'000'000);
  clock_->setSuffix(QStringLiteral("\u00A0Hz"));
  clock_->setValue(90000);
  clock_->setToolTip(Tr::tr("How fast its RTP timestamps count"));
  form->addRow(Tr::tr("&UDP port"), port_ = new QLineEdit);
  port_->setValidator(new QIntValidator(1, 65535, port_));
  port_->setPlaceholderText(Tr::tr("any"));
  port_->setToolTip(
      Tr::tr("What goes from or to this port is RTP, whether it looks like it or not; streams of other ports "
             "are left out"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  decode_ = buttons->addButton(Tr::tr("Decode"), QDialogButtonBox::AcceptRole);
  column->addWidget(buttons);
  if (!proposal.type)
    encoding_->setCurrentIndex(kNothing);
  else if (proposal.carries.isEmpty())
    encoding_->setCurrentIndex(1);
  else
    encoding_->setCurrentText(proposal.carries);
  connect(encoding_, &QComboBox::currentTextChanged, this, [this] { take_encoding(); });
  connect(port_, &QLineEdit::textChanged, this, [this] { check(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    DecodeAs as;
    if (encoding_->currentIndex() != kNothing || encoding_->currentText() != encoding_->itemText(kNothing))
      as.payload = QString("%1=%2/%3")
                       .arg(QString::number(type_->value()), encoding_->currentText().trimmed(),
                            QString::number(clock_->value()))
                       .toStdString();
    if (const int port = port_->text().toInt(); port > 0) as.port = static_cast<std::uint16_t>(port);
    emit decided(as);
    accept();
  });
  take_encoding();
  if (proposal.clock_hz > 0) clock_->setValue(proposal.clock_hz);
}

void DecodeAsDialog::take_encoding() {
  for (const Encoding& known : kEncodings)
    if (encoding_->currentText().compare(known.name, Qt::CaseInsensitive) == 0) clock_->setValue(known.clock_hz);
  check();
}

void DecodeAsDialog::check() {
  const bool says_type = encoding_->currentText() != encoding_->itemText(kNothing);
  for (QWidget* of_type : std::initializer_list<QWidget*>{type_, clock_}) of_type->setEnabled(says_type);
  decode_->setEnabled((says_type && !encoding_->currentText().trimmed().isEmpty()) || !port_->text().isEmpty());
}

}  // namespace jitterscope
