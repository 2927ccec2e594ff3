#include "ui/controls/conditions_control.h"

#include "ui/controls/link_fields.h"
#include "ui/controls/load_fields.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"

namespace jitterscope {

ConditionsControl::ConditionsControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Conditions"), parent) {
  link_ = new LinkFields(session);
  add_beside_title(link_->ways());
  rows()->addWidget(link_);
  rows()->addWidget(loads_ = new LoadFields(session));
}

void ConditionsControl::show_settings(const CallSettings& settings, const QString& link) {
  link_->show_settings(settings);
  loads_->show_settings(settings);
  const QString loads = LoadFields::words(settings);
  fold().set_state(link.isEmpty() && loads.isEmpty() ? Tr::tr("off")
                   : link.isEmpty()                  ? loads
                   : loads.isEmpty()                 ? link
                                                     : link.section(',', 0, 0) + ", " + loads);
}

void ConditionsControl::clear() {
  link_->ways()->set_current(0);
  link_->choose("off");
  loads_->clear();
}

}  // namespace jitterscope
