#pragma once
// Conditions of the call: the emulated link, background traffic and loads of this machine.
#include "ui/session_port.h"
#include "ui/widgets/section.h"

namespace jitterscope {

class LinkFields;
class LoadFields;

class ConditionsControl : public Section {
 public:
  explicit ConditionsControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);
  LinkFields& link() { return *link_; }
  LoadFields& loads() { return *loads_; }
  void clear();  // link, background and loads off

 private:
  LinkFields* link_;
  LoadFields* loads_;
};

}  // namespace jitterscope
