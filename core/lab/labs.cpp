#include "core/lab/labs.h"

#include "core/lab/claypool98/priority.h"
#include "core/lab/claypool98/wakeup.h"
#include "core/lab/latecki04/capacity_steps.h"
#include "core/lab/latecki04/rate_control.h"
#include "core/lab/nahrstedt94/robotics.h"
#include "core/lab/nahrstedt94/transports.h"
#include "core/lab/sun97/shaping.h"

namespace jitterscope {

const std::vector<LabDefinition>& labs() {
  static const std::vector<LabDefinition> all{
      claypool98_priority(),  claypool98_wakeup(),      sun97_shaping(),           nahrstedt94_transports(),
      nahrstedt94_robotics(), latecki04_rate_control(), latecki04_capacity_steps()};
  return all;
}

const LabDefinition* find_lab(std::string_view name) {
  for (const LabDefinition& lab : labs())
    if (lab.name == name) return &lab;
  return nullptr;
}

}  // namespace jitterscope
