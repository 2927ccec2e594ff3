#pragma once
// A scheduling class with what belongs to it: a level, or times of a reservation or slice. "auto" leaves that to the
// program. Chosen values are told at once. GUI thread.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QSpinBox>

#include "core/events/names.h"
#include "core/events/settings.h"

namespace jitterscope {

class ClassField : public QWidget {
  Q_OBJECT
 public:
  /// `of` names the threads: "audio-send". `periodic`: they may reserve time by deadline.
  ClassField(const QString& of, bool periodic, QWidget* parent = nullptr);
  /// Without chosen(); nothing while it is being edited or was just now. nullopt shows `otherwise`; a class that is not
  /// offered shows its name.
  void show_setting(const std::optional<PrioritySetting>&, const QString& otherwise);
  /// The remote chooses its own levels and takes no reservations.
  void set_end(End);

 signals:
  void chosen(const jitterscope::PrioritySetting&);  // by the user

 private:
  void choose_kind(int index);
  void tell();
  void show_fields();
  std::optional<PrioritySetting::Kind> kind() const;
  PrioritySetting edited() const;

  QComboBox* kinds_;
  QSpinBox* level_;
  QDoubleSpinBox *runtime_, *period_;
  bool periodic_, levels_offered_ = true;
  QElapsedTimer told_;
};

}  // namespace jitterscope
