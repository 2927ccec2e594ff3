#pragma once
// Format of the video and the sound sent, and what is received and how losses are met.
#include "ui/session_port.h"
#include "ui/widgets/card.h"

class QCheckBox;
class QDoubleSpinBox;
class QSpinBox;

namespace jitterscope {

class Segments;

class FormatControl : public Card {
 public:
  explicit FormatControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);

 private:
  SessionPort& port_;
  QDoubleSpinBox* rate_;
  QSpinBox* quality_;
  Segments* chroma_;
};

class AudioFormatControl : public Card {
 public:
  explicit AudioFormatControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallState&);

 private:
  void send();
  SessionPort& port_;
  Segments* end_;
  QSpinBox* block_;
  QLabel *length_, *hint_;
};

class ReceptionControl : public Card {
 public:
  explicit ReceptionControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);

 private:
  SessionPort& port_;
  QCheckBox *audio_, *video_, *late_;
  Segments* policy_;
};

}  // namespace jitterscope
