#pragma once
// How numbers read on screen: three significant digits (two below one), a unit, a dash for what is not known.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <QString>

namespace jitterscope {

inline const QString kDash = QStringLiteral("–");
inline constexpr double kMicro = 1000;  // µs in a ms

QString text_of(std::string_view words);  // in UTF-8

QString figure(double value);                                           // "18.4"
QString figure(std::optional<double> value, const QString& unit = {});  // "18.4 ms", "–"
/// With its sign: "+4.2 ms", "−3.0 ms".
QString signed_figure(std::optional<double> value, const QString& unit);
QString percent(std::optional<double> ratio);     // 0.012 → "1.2 %"
QString duration_text(std::optional<double> ms);  // "18.4 ms", below 1 ms "24.0 µs"
/// The same without digits finer than the second one of its uncertainty: 0.00162 by ± 0.021 → "2 µs".
QString duration_text(std::optional<double> ms, std::optional<double> uncertainty_ms);
/// An uncertainty: two digits, "21 µs".
QString uncertainty_text(double ms);
QString rate_text(std::optional<double> kbps);        // "64.0 kbit/s", "1.25 Mbit/s", "–"
QString bytes_text(std::int64_t bytes);               // "12.4 MB"
QString count_text(std::int64_t count);               // "12 345", thin spaces
QString axis_time(double seconds, int decimals = 1);  // "12:31.4"
QString elapsed_text(double seconds);                 // "00:12:31"
/// A caller's name and address, a long name shortened and its line breaks removed, the address whole:
/// "Room 204 (192.0.2.9)".
QString caller_text(const std::string& peer);

}  // namespace jitterscope
