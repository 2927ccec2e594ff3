#pragma once
// The settings of a call as JSON text, for the trace's meta table. Keys are the names of the settings, json_key().
#include <string>

#include "core/events/settings.h"

namespace jitterscope {

std::string settings_json(const CallSettings& settings);

}  // namespace jitterscope
