#pragma once
// Fields of numbers that let too large or too small a one be typed: it becomes the end of the range when the field is
// left, which is said. Qt's own refuse each digit that would lead beyond it, so that 250 becomes 25. GUI thread.
#include <optional>

#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTimer>
#include <QToolTip>

#include "ui/tr.h"

namespace jitterscope {

template <typename Box>
class NumberBox : public Box {
 public:
  using Box::Box;
  /// What is typed counts once it is complete.
  template <typename Number>
  NumberBox(const QString& name, const QString& tip, Number least, Number most, const QString& unit = {}) {
    this->setRange(least, most);
    this->setSuffix(unit);
    this->setKeyboardTracking(false);
    this->setAccessibleName(name);
    this->setToolTip(tip);
  }

  QValidator::State validate(QString& text, int& position) const override {
    const auto state = Box::validate(text, position);
    return state == QValidator::Invalid && beyond(text) ? QValidator::Intermediate : state;
  }
  void fixup(QString& text) const override {
    const auto typed = beyond(text);
    if (!typed) return Box::fixup(text);
    const bool more = *typed > this->maximum();
    text = this->prefix() + this->textFromValue(more ? this->maximum() : least_number()) + this->suffix();
    say((more ? Tr::tr("At most %1") : Tr::tr("At least %1")).arg(text));
  }

 private:
  /// The lowest place may stand for something else, "auto".
  auto least_number() const { return this->minimum() + (this->specialValueText().isEmpty() ? 0 : this->singleStep()); }
  /// When the focus has left: that hides what is said before.
  void say(const QString& words) const {
    auto* self = const_cast<NumberBox*>(this);
    QTimer::singleShot(0, self, [self, words] {
      QTimer::singleShot(0, self,
                         [self, words] { QToolTip::showText(self->mapToGlobal(QPoint(0, self->height())), words); });
    });
  }
  /// The number that the text says, where it is none of the range.
  std::optional<double> beyond(QString text) const {
    if (text.startsWith(this->prefix())) text.remove(0, this->prefix().size());
    if (text.endsWith(this->suffix())) text.chop(this->suffix().size());
    bool is_number = false;
    const double typed = this->locale().toDouble(text.trimmed(), &is_number);
    const bool is_beyond = is_number && (typed > this->maximum() || typed < this->minimum());
    return is_beyond ? std::optional(typed) : std::nullopt;
  }
};

using WholeNumberBox = NumberBox<QSpinBox>;
using DecimalBox = NumberBox<QDoubleSpinBox>;

}  // namespace jitterscope
