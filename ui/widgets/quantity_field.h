#pragma once
// A number with its unit under a small label, for the right column: half a column wide, two in a row.
#include <optional>

#include <QGridLayout>
#include <QRegularExpression>

#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/words/label_words.h"

namespace jitterscope {

class QuantityField : public DecimalBox {
 public:
  QuantityField(const QString& name, const QString& unit, double least, double most, int decimals, const QString& tip)
      : DecimalBox(name, tip, least, most, unit), counts_packets_(unit == " packets") {
    setDecimals(decimals);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    set_least_width(this, 72);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QDoubleSpinBox::valueChanged, this, &QuantityField::fit_suffix);
    fit_suffix();
  }
  QString textFromValue(double value) const override { return QString::number(value, 'g', 10); }  // no trailing zeros
  /// A rate may be typed in Mbit too: "2 Mbit/s", "2M".
  double valueFromText(const QString& text) const override {
    const auto mega = of_mega(text);
    return mega ? *mega * 1000 : QDoubleSpinBox::valueFromText(text);
  }
  QValidator::State validate(QString& text, int& position) const override {
    if (of_mega(text)) return QValidator::Acceptable;
    if (suffix() == " kbit/s" && text.endsWith(' ')) return QValidator::Intermediate;  // before its unit
    return DecimalBox::validate(text, position);
  }

  /// Label above, field below, in one of two columns.
  void add_to(QGridLayout& grid, int row, int column) {
    grid.addWidget(muted_label(accessibleName(), this), 2 * row, column);
    grid.addWidget(this, 2 * row + 1, column);
    grid.setColumnStretch(column, 1);
  }
  /// Without valueChanged(); not while it is being edited.
  void show_value(double shown) {
    if (hasFocus()) return;
    const QSignalBlocker quiet(this);
    setValue(shown);
    fit_suffix();
  }

 private:
  /// The number of Mbit/s, while it is being typed too; nullopt: it is none.
  std::optional<double> of_mega(const QString& text) const {
    if (suffix() != " kbit/s") return std::nullopt;
    static const QRegularExpression kMega("^\\s*(\\d+(?:\\.\\d*)?)\\s*M(?:b(?:i(?:t(?:/s?)?)?)?)?(?: kbit/s)?\\s*$");
    const auto match = kMega.match(text);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
  }
  void fit_suffix() {
    if (counts_packets_) setSuffix(value() == 1 ? Tr::tr(" packet") : Tr::tr(" packets"));
  }

  const bool counts_packets_;
};

/// The grid for such fields.
inline QGridLayout* make_field_grid() {
  auto* grid = new QGridLayout;
  set_spacing(grid, 8, 2);
  return grid;
}

}  // namespace jitterscope
