#pragma once
// The controller that a parameter of latecki04's labs names, in the words of --rate-control.
#include <optional>
#include <string>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

/// With a replay's schedule; reads its file. "off" is taken. nullopt: `error` names the parameter with its words and
/// says what is wrong with them.
std::optional<RateControllerInput> controller_of(const LabRun& run, const std::string& parameter, std::string& error);

/// "LABEL (--set PARAMETER=WORDS)"; empty: it names none.
std::string controller_words(const LabRun& run, const std::string& parameter);

}  // namespace jitterscope
