#pragma once
// Conditions of the call: the emulated link, background traffic and loads of this machine.
#include "ui/session_port.h"
#include "ui/widgets/card.h"

namespace jitterscope {

class LinkFields;
class LoadFields;

class ConditionsControl : public Card {
 public:
  explicit ConditionsControl(SessionPort&, QWidget* parent = nullptr);
  /// `link` is settings.link in words; empty: none.
  void show_settings(const CallSettings&, const QString& link);
  LinkFields& link() { return *link_; }
  LoadFields& loads() { return *loads_; }
  void clear();  // link, background and loads off

 private:
  LinkFields* link_;
  LoadFields* loads_;
};

}  // namespace jitterscope
