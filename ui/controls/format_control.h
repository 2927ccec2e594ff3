#pragma once
// Format of the video sent, and what is received and how losses are met.
#include "ui/controls/section.h"
#include "ui/session_port.h"

class QCheckBox;
class QDoubleSpinBox;
class QSpinBox;

namespace jitterscope {

class Segments;

class FormatControl : public Section {
 public:
  explicit FormatControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);

 private:
  void send();
  SessionPort& port_;
  QDoubleSpinBox* rate_;
  QSpinBox* quality_;
  Segments* chroma_;
};

class ReceptionControl : public Section {
 public:
  explicit ReceptionControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);

 private:
  void send_policy();
  SessionPort& port_;
  QCheckBox *audio_, *video_, *late_;
  Segments* policy_;
};

}  // namespace jitterscope
