#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/units/plain_digits.h"
#include "core/events/words.h"
#include "core/measures/report/json_value.h"
#include "core/measures/report/report_json.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

Json stretch_json(const ComparedStretch& stretch) {
  return {{"file", stretch.file}, {"from_s", json_value(stretch.from_s)}, {"to_s", json_value(stretch.to_s)}};
}

Json figure_json(const ComparedFigure& figure) {
  Json interval;
  if (figure.interval) interval = Json::array({figure.interval->low, figure.interval->high});
  return {{"before", json_value(figure.before)},
          {"after", json_value(figure.after)},
          {"difference", json_value(figure.difference)},
          {"interval", interval},
          {"verdict", to_string(figure.verdict)},
          {"reason", figure.reason.empty() ? Json(nullptr) : Json(figure.reason)}};
}

std::string stretch_text(const ComparedStretch& stretch) {
  const auto at = [](std::optional<double> second) { return plain_digits(*second); };
  if (stretch.from_s && stretch.to_s)
    return fmt::format("{}, from {} to {} s", stretch.file, at(stretch.from_s), at(stretch.to_s));
  if (stretch.from_s) return fmt::format("{}, from {} s on", stretch.file, at(stretch.from_s));
  return stretch.to_s ? fmt::format("{}, up to {} s", stretch.file, at(stretch.to_s)) : stretch.file;
}

std::string number(FigureUnit unit, std::optional<double> value) {
  if (!value) return "-";
  return unit == FigureUnit::kShare ? plain_digits(*value * 100, 3) : plain_digits(*value);
}

std::string_view unit_words(FigureUnit unit) {
  return unit == FigureUnit::kShare ? " %" : unit == FigureUnit::kMs ? " ms" : "";
}

std::string ssrc_text(const MediumComparison& medium) {
  const auto hex = [](std::optional<std::uint32_t> ssrc) { return ssrc ? fmt::format("0x{:08x}", *ssrc) : "unknown"; };
  if (medium.ssrc_before == medium.ssrc_after)
    return medium.ssrc_before ? ", SSRC " + hex(medium.ssrc_before) : std::string();
  return fmt::format(", SSRC {} before, {} after", hex(medium.ssrc_before), hex(medium.ssrc_after));
}

std::string row_text(const ComparedFigure& figure) {
  const auto shown = [&](std::optional<double> value) { return number(figure.unit, value); };
  const std::string_view points = figure.unit == FigureUnit::kShare ? " pp" : "";  // of a change: percentage points
  std::string interval = "-", difference = shown(figure.difference);
  if (figure.difference) difference += points;
  if (figure.interval)
    interval = fmt::format("{} … {}{}", shown(figure.interval->low), shown(figure.interval->high), points);
  return fmt::format("  {:<28} {:>10} {:>10} {:>12}  {:<22} {}{}{}\n",
                     fmt::format("{}{}", figure.words, unit_words(figure.unit)), shown(figure.before),
                     shown(figure.after), difference, interval, to_string(figure.verdict),
                     figure.reason.empty() ? "" : ". ", figure.reason);
}

}  // namespace

Json to_json(const Comparison& comparison) {
  Json media = Json::array(), sent = Json::array();
  for (const MediumComparison& medium : comparison.media) {
    Json figures = Json::object();
    for (const ComparedFigure& figure : medium.figures) figures[std::string(figure.name)] = figure_json(figure);
    if (medium.direction == Direction::kSent)
      sent.push_back({{"medium", to_string(medium.medium)}, {"figures", std::move(figures)}});
    else
      media.push_back({{"medium", to_string(medium.medium)},
                       {"ssrc_before", json_value(medium.ssrc_before)},
                       {"ssrc_after", json_value(medium.ssrc_after)},
                       {"figures", std::move(figures)}});
  }
  return {{"before", stretch_json(comparison.before)},
          {"after", stretch_json(comparison.after)},
          {"level", 0.95},
          {"media", std::move(media)},
          {"sent", std::move(sent)},
          {"notes", comparison.notes}};
}

std::string to_text(const Comparison& comparison) {
  std::string out =
      fmt::format("before  {}\nafter   {}\n", stretch_text(comparison.before), stretch_text(comparison.after));
  for (const MediumComparison& medium : comparison.media) {
    out += medium.direction == Direction::kReceived
               ? fmt::format("\n{} received{}\n", to_string(medium.medium), ssrc_text(medium))
               : fmt::format("\n{} sent, as the remote counted\n", to_string(medium.medium));
    out += fmt::format("  {:<28} {:>10} {:>10} {:>12}  {}\n", "", "before", "after", "difference", "95 % interval");
    for (const ComparedFigure& figure : medium.figures) out += row_text(figure);
  }
  for (const std::string& note : comparison.notes) out += "\n" + note + "\n";
  return out;
}

}  // namespace jitterscope
