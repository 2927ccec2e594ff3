#pragma once
// How what is received is played: the policy of each medium and lip-sync. Acts at once; says what is in force.
#include <array>

#include "ui/session_port.h"
#include "ui/widgets/card.h"
#include "ui/widgets/quantity_field.h"

class QCheckBox;
class QComboBox;

namespace jitterscope {

struct PlayoutView;

class PlayoutControl : public Card {
 public:
  explicit PlayoutControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallSnapshot*);

 private:
  struct Row {
    Medium medium;
    QComboBox* policy;
    QuantityField* delay;
    QLabel* in_force;
  };
  Row make_row(Medium);
  void send(const Row&);
  static void show_row(const Row&, const PlayoutSetting&, const PlayoutView*);

  SessionPort& port_;
  std::array<Row, 2> rows_;
  QCheckBox* lip_sync_;
  QLabel* kept_;
};

}  // namespace jitterscope
