#pragma once
// The controller that a setting names, with the recorded schedule that it asks for.
#include <memory>
#include <optional>
#include <string>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// The setting with its controller's present name, where it has a former one: what is asked for, never what is read
/// from a trace, whose controller was the one of its time.
RateControlSetting by_present_name(RateControlSetting setting);

/// What the controller of a setting that is on is made from; reads the file of a replay (that none is named,
/// make_rate_controller() says). nullopt: a sentence in `error`.
std::optional<RateControllerInput> controller_input(const RateControlSetting& setting, std::string& error);

/// Of a setting that is on, for a call. Reads the file of a replay. nullptr: a sentence in `error`.
std::unique_ptr<RateController> choose_controller(const RateControlSetting& setting, std::string& error);

/// Whether the controller of the one may go on under the other: thresholds are the remote's business, the order the
/// encoder's.
bool is_same_controller(const RateControlSetting& one, const RateControlSetting& other);

/// Whether its controller has to hear from the remote how the sound comes there. False when it is off.
bool needs_reports(const RateControlSetting& setting);

}  // namespace jitterscope
