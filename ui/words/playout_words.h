#pragma once
// How playout policies are called on screen.
#include <QString>

#include "core/events/playout_setting.h"

namespace jitterscope {

QString playout_name(const PlayoutSetting&);      // "I-policy 60 ms", "Ramjee 4": beside a point, in a cell
QString playout_sentence(const PlayoutSetting&);  // what the policy does, with its source

}  // namespace jitterscope
