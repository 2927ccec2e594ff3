#pragma once
// What the fields of a packet list say.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/time.h"

namespace jitterscope {

/// An empty field, or a usual word for a value that there is none of: NA, N/A, NaN, null, none, -, lost, timeout, *.
bool says_nothing(std::string_view text);

/// ASCII letters of either case are the same.
bool is_same_word(std::string_view a, std::string_view b);

/// "7", or "7.0" and "7e3", as tables write whole numbers that have a column with holes; nullopt: no whole number, or
/// one that does not fit.
std::optional<std::int64_t> listed_number(std::string_view text);

/// The times of one list, µs with decimals behind a point or, in all of it, behind a comma: exact to the ns.
class ListedTimes {
 public:
  /// nullopt: problem() says why. Years beyond a Timestamp's range are refused.
  std::optional<Timestamp> read(std::string_view text);
  /// Behind "recv_us is “x”, ".
  std::string_view problem() const { return problem_; }

  /// A time that was read has a comma that can be nothing but a decimal comma.
  bool has_decimal_commas() const { return has_decimal_commas_; }
  /// Its comma may as well separate thousands.
  static bool is_doubtful(std::string_view text);
  /// What to say of such a one, as problem() does.
  static std::string doubt_about(std::string_view text);

 private:
  std::optional<Timestamp> refused(std::string_view why);

  bool any_point_ = false, any_comma_ = false, has_decimal_commas_ = false;
  std::string_view problem_;
};

}  // namespace jitterscope
