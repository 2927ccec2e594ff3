#include "ui/controls/conditions_control.h"

#include "ui/controls/link_fields.h"
#include "ui/controls/load_fields.h"
#include "ui/widgets/segments.h"

namespace jitterscope {

ConditionsControl::ConditionsControl(SessionPort& session, QWidget* parent) : Section("Conditions", parent) {
  link_ = new LinkFields(session);
  add_beside_title(link_->ways());
  rows()->addWidget(link_);
  rows()->addWidget(loads_ = new LoadFields(session));
}

void ConditionsControl::show_settings(const CallSettings& settings) {
  link_->show_settings(settings);
  loads_->show_settings(settings);
}

void ConditionsControl::clear() {
  link_->ways()->set_current(0);
  link_->choose("off");
  loads_->clear();
}

}  // namespace jitterscope
