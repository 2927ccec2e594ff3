#pragma once
#include <optional>

#include "core/events/names.h"

namespace jitterscope {

struct SettingChanged;

/// Whether, by this change, a remote's medium is sent (its own setting) or wanted (this end's); nullopt: it says
/// nothing of it.
std::optional<bool> medium_comes(const SettingChanged&, Medium);

}  // namespace jitterscope
