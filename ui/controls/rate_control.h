#pragma once
// The rate of the sent picture: which controller, within which limits, what is given up first, by which thresholds
// delays are judged, and over what the picture travels. Acts at once; says what is in force.
#include <functional>
#include <vector>

#include "ui/session_port.h"
#include "ui/widgets/card.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/settled.h"

class QComboBox;
class QLineEdit;
class QSlider;

namespace jitterscope {

class Segments;

class RateControl : public Card {
 public:
  explicit RateControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallSnapshot*);

  const std::vector<RateControllerChoice>& choices() const { return choices_; }
  void choose(const std::string& controller);  // "off", or the name of a choice
  void toggle();                               // off, or the controller before, or the first
  void choose_thresholds(const TrendSetting&);
  void choose_keep(KeepOrder);
  Transport toggle_transport();  // gives the one asked for
  const RateControlSetting& wanted() const { return settled_.wanted(); }

 private:
  enum Test : int { kBothTests, kPct, kPdt };
  struct Threshold {
    QSlider* slider;
    QLabel* value;
  };
  void build_controller();
  void build_limits();
  void build_thresholds();
  Threshold add_threshold(const QString& name, const QString& accessible, const QString& tip,
                          const std::function<void(int step)>& edited);
  template <typename Change>
  void edit(Change);
  void edit_argument();
  void edit_threshold(int step, bool low);
  void show_all();
  void show_threshold(const Threshold&, double pct, double pdt);
  const RateControllerChoice* choice(const std::string& name) const;
  bool lacks_argument(const RateControlSetting&) const;

  SessionPort& port_;
  std::vector<RateControllerChoice> choices_;
  Settled<RateControlSetting> settled_;
  Transport transport_in_force_ = Transport::kUdp;
  RateControlSetting last_on_;  // whose controller to come back to
  QComboBox *controller_, *preset_;
  QLineEdit* argument_;
  QLabel *hint_, *in_force_;
  Fold* thresholds_;
  QuantityField *lowest_, *highest_;
  Segments *keep_, *transport_, *tests_;
  Threshold low_, high_, epsilon_;
};

}  // namespace jitterscope
