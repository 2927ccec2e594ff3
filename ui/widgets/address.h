#pragma once
// HOST[:PORT] as it is typed: name, IPv4, IPv6 or [IPv6]:PORT.
#include <optional>

#include <QString>

#include "core/events/commands.h"

namespace jitterscope {

inline constexpr const char* kAddressHint =
    QT_TRANSLATE_NOOP("Tr", "Type a name or address, with :port (1 to 65535) if it is not 5004.");

/// Nothing when there is no host or the port is not one.
inline std::optional<PlaceCall> parse_address(const QString& typed) {
  const auto text = typed.trimmed();
  PlaceCall call;
  QString host = text, port;
  if (text.startsWith('[')) {
    const auto end = text.indexOf(']');
    if (end < 0) return std::nullopt;
    host = text.mid(1, end - 1);
    port = text.mid(end + 1);
    if (!port.isEmpty() && (!port.startsWith(':') || port.size() < 2)) return std::nullopt;
    port.remove(0, 1);
  } else if (text.count(':') == 1) {
    host = text.section(':', 0, 0);
    port = text.section(':', 1);
    if (port.isEmpty()) return std::nullopt;
  }
  if (host.isEmpty() || host.contains(' ')) return std::nullopt;
  if (!port.isEmpty()) {
    bool is_number = false;
    const int number = port.toInt(&is_number);
    if (!is_number || number < 1 || number > 65535) return std::nullopt;
    call.port = static_cast<std::uint16_t>(number);
  }
  call.host = host.toStdString();
  return call;
}

}  // namespace jitterscope
