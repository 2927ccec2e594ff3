#pragma once
// Which parts of a snapshot somebody looks at: the others are not made.
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace jitterscope {

enum class ViewKind : std::uint8_t {
  kFigures,       // of streams: distributions, recent figures and series; counts, rates with their series, and dots are
                  // always there
  kSplit,         // of the delay of what is received
  kMeasures,      // distributions of what is received, by the query
  kCompensation,  // curves, by the query
  kPlayout,
  kQuality,   // received here and reported by remotes
  kReported,  // what remotes measure
  kThreads,
  kRate,
  kConditions,
  kLog,  // marks, notices, rings, what the ends say of their settings
  kDemonstration
};
inline constexpr std::size_t kViews = 12;

class ViewSet {
 public:
  constexpr ViewSet() = default;
  constexpr ViewSet(std::initializer_list<ViewKind> views) {
    for (const ViewKind view : views) bits_ |= bit(view);
  }
  constexpr bool contains(ViewKind view) const { return (bits_ & bit(view)) != 0; }
  constexpr bool contains(ViewSet other) const { return (bits_ & other.bits_) == other.bits_; }
  constexpr ViewSet operator|(ViewSet other) const { return ViewSet(bits_ | other.bits_); }
  constexpr ViewSet& operator|=(ViewSet other) { return *this = *this | other; }
  constexpr bool operator==(const ViewSet&) const = default;
  static constexpr ViewSet all() { return ViewSet((1u << kViews) - 1); }

 private:
  constexpr explicit ViewSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(ViewKind view) { return 1u << static_cast<unsigned>(view); }
  std::uint32_t bits_ = 0;
};

/// How often each view was made, of all streams and participants together.
using ViewCounts = std::array<std::int64_t, kViews>;

/// Whether a view is to be made; counts those that are.
class ViewMaking {
 public:
  ViewMaking(ViewSet wanted, ViewCounts& made) : wanted_(wanted), made_(made) {}
  bool operator()(ViewKind view) {
    if (!wanted_.contains(view)) return false;
    ++made_[static_cast<std::size_t>(view)];
    return true;
  }

 private:
  ViewSet wanted_;
  ViewCounts& made_;
};

}  // namespace jitterscope
