#pragma once
// What a user's window begins with: what was set in windows before, and for what nobody chose the first devices.
#include <set>
#include <string>

#include <QObject>

#include "app/command_line/call_options.h"
#include "app/devices/device_list.h"
#include "core/call/session/endpoint.h"

namespace jitterscope {

struct StartSettings {
  std::set<std::string> chosen;     // names of the settings that were remembered
  std::vector<AnySetting> sources;  // of these the picture and the sound that are sent: not set yet
  std::string sentence;             // to be said: what of it is not in force, and why; empty = nothing
};
/// Sets what the user set in windows before, but for what the command line gives and for the sources.
StartSettings set_as_remembered(Endpoint& session, const CallOptions& options);

/// Opens the sources that were remembered, but for `others`. A file that cannot be opened now stays remembered, and
/// nothing takes its place. Returns what is to be said of it.
std::string take_sources(Endpoint& session, const StartSettings& start, const std::set<std::string>& others = {});

/// Once the devices are known: the first camera and microphone instead of the synthetic sources, where neither the
/// command line nor `chosen` names a source. Repeats until then, while `context` lives.
void prefer_devices(Endpoint& session, DeviceList& list, const CallOptions& options, std::set<std::string> chosen,
                    QObject* context);

}  // namespace jitterscope
