#include "core/lab/engine/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <stdexcept>

namespace jitterscope {

const std::string& LabCell::level(std::string_view factor) const {
  for (const auto& [name, level] : levels)
    if (name == factor) return level;
  throw std::out_of_range(fmt::format("The lab has no factor {}.", factor));
}

double LabCell::number(std::string_view factor) const {
  return std::stod(level(factor));
}

std::string LabCell::key() const {
  std::string key;
  for (const auto& [name, level] : levels) key += fmt::format("{}={},", name, level);
  return key + fmt::format("repetition={}", repetition);
}

std::vector<LabCell> cells_of(const LabDesign& design, std::uint64_t seed) {
  std::vector<LabCell> cells;
  for (int repetition = 1; repetition <= design.repetitions; ++repetition) {
    std::vector<LabCell> combinations{{.repetition = repetition, .seed = seed + static_cast<unsigned>(repetition - 1)}};
    for (const LabFactor& factor : design.factors) {
      std::vector<LabCell> longer;
      for (const LabCell& shorter : combinations)
        for (const std::string& level : factor.levels) {
          longer.push_back(shorter);
          longer.back().levels.emplace_back(factor.name, level);
        }
      combinations = std::move(longer);
    }
    for (LabCell& cell : combinations)
      if (!design.has || design.has(cell)) cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<LabCell> in_drawn_order(std::vector<LabCell> cells, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    while (end < cells.size() && cells[end].repetition == cells[begin].repetition) ++end;
    for (std::size_t i = begin; i + 1 < end; ++i) std::swap(cells[i], cells[i + random() % (end - i)]);
  }
  return cells;
}

std::vector<std::string> levels_of(const std::vector<double>& numbers) {
  std::vector<std::string> levels;
  for (const double number : numbers) levels.push_back(fmt::format("{}", number));
  return levels;
}

}  // namespace jitterscope
