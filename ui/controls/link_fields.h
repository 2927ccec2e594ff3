#pragma once
// The emulated link as a person sets it: a preset, the usual quantities, or all of netem's words; for both directions
// or one. Acts at once; what cannot be read is said beneath. GUI thread.
#include <QWidget>

#include "ui/session_port.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/settled.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace jitterscope {

class Segments;

class LinkFields : public QWidget {
  Q_OBJECT
 public:
  explicit LinkFields(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);
  /// A SPEC for the directions chosen; "off" = none.
  void choose(const QString& words) { take_words(words, true); }
  Segments* ways() { return ways_; }  // both | up | down, to stand beside a title

 signals:
  void saved_changed();

 private:
  void build_picker();
  void build_quantities();
  void fill_presets();
  void fit_list();  // of the presets
  void show_all();
  void edit(const std::function<void(LinkSetting&)>&);
  bool take_words(const QString&, bool act);
  void save_or_forget();
  void save();
  QString shown_words() const;
  const LinkSetting& shown() const;

  SessionPort& port_;
  Settled<LinkSettings> settled_;
  Segments* ways_;
  QComboBox* preset_;
  QToolButton* keep_;
  QWidget* naming_;
  QLineEdit *name_, *words_;
  QuantityField *rate_, *limit_, *delay_, *loss_;
  QLabel* error_;
  QTimer* reread_;
};

}  // namespace jitterscope
