#include "core/record/import/irtt_round_trips.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace jitterscope {
namespace {

/// Where the parser stands, of what is looked at.
enum class Place : std::uint8_t {
  kAround,  // before the outermost object
  kFile,
  kConfig,
  kParameters,
  kTrips,
  kTrip,
  kTimestamps,
  kEnd,
  kMoment,
  kElsewhere
};

/// Takes values as the parser comes to them: no tree of the file is made.
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  Handler(IrttFile& file, std::size_t most, const std::stop_token& stop) : file_(file), most_(most), stop_(stop) {}

  bool found() const { return found_; }
  const std::string& problem() const { return problem_; }

  bool null() override { return true; }
  bool boolean(bool value) override {
    if (place() == Place::kTrip && key_ == "lost") trip().lost = value ? IrttLost::kUnknownWay : IrttLost::kNot;
    return true;
  }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override {
    constexpr auto kLast = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
    return take(static_cast<std::int64_t>(std::min(value, kLast)));
  }
  bool number_float(number_float_t value, const string_t&) override {
    if (std::abs(value) < 9e18 && std::trunc(value) == value) return take(static_cast<std::int64_t>(value));
    return true;
  }
  bool string(string_t& value) override {
    if (place() != Place::kTrip || key_ != "lost") return true;
    trip().lost = value == "true_up"     ? IrttLost::kUp
                  : value == "true_down" ? IrttLost::kDown
                  : value == "true"      ? IrttLost::kUnknownWay
                                         : IrttLost::kNot;
    return true;
  }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& value) override {
    key_ = value;
    return true;
  }
  bool start_object(std::size_t) override {
    const Place next = object_in(place());
    if (next == Place::kTrip) {
      if (stop_.stop_requested()) return false;
      if (file_.trips.size() >= most_)
        return fail(fmt::format("there is memory for {} round trips and no more", most_));
      const auto number = static_cast<std::int64_t>(file_.trips.size());
      file_.trips.emplace_back().number = number;
    }
    return enter(next);
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override {
    const bool trips = place() == Place::kFile && key_ == "round_trips";
    found_ |= trips;
    return enter(trips ? Place::kTrips : Place::kElsewhere);
  }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
    return fail(fmt::format("it is cut off or damaged at byte {}, where its JSON breaks", position));
  }

 private:
  static constexpr std::size_t kDeepest = 64;
  static constexpr std::int64_t kHighestNumber = std::int64_t{1} << 48, kFarthestNs = std::int64_t{1} << 61;

  Place place() const { return places_.empty() ? Place::kAround : places_.back(); }
  IrttRoundTrip& trip() { return file_.trips.back(); }
  bool fail(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
    return false;
  }

  Place object_in(Place place) {
    const auto if_key = [&](std::string_view wanted, Place inner) {
      return key_ == wanted ? inner : Place::kElsewhere;
    };
    switch (place) {
      case Place::kAround: return Place::kFile;
      case Place::kFile: return if_key("config", Place::kConfig);
      case Place::kConfig: return if_key("params", Place::kParameters);
      case Place::kTrips: return Place::kTrip;
      case Place::kTrip: return if_key("timestamps", Place::kTimestamps);
      case Place::kTimestamps: end_ = key_ == "server"; return end_ ? Place::kEnd : if_key("client", Place::kEnd);
      case Place::kEnd:
        received_ = key_ == "receive";
        return received_ ? Place::kMoment : if_key("send", Place::kMoment);
      default: return Place::kElsewhere;
    }
  }
  bool enter(Place place) {
    if (places_.size() >= kDeepest) return fail(fmt::format("its JSON is nested more than {} deep", kDeepest));
    places_.push_back(place);
    return true;
  }
  bool leave() {
    places_.pop_back();
    return true;
  }

  bool take(std::int64_t value) {
    if (place() == Place::kMoment) {
      IrttRoundTrip::Stamps& stamps = trip().stamps[end_ ? 1 : 0];
      auto& clocks = received_ ? stamps.receive : stamps.send;
      const bool is_time = value != 0 && value >= -kFarthestNs && value <= kFarthestNs;
      for (const auto clock : {IrttClock::kWall, IrttClock::kMonotonic})
        if (is_time && key_ == (clock == IrttClock::kWall ? "wall" : "monotonic"))
          clocks[static_cast<std::size_t>(clock)] = value;
    } else if (place() == Place::kTrip && key_ == "seqno") {
      if (value < 0 || value > kHighestNumber) return fail(fmt::format("a seqno is {}, no sequence number", value));
      trip().number = value;
    } else if (place() == Place::kParameters && key_ == "length" && value > 0 && value <= 65535) {
      file_.length = static_cast<int>(value);
    }
    return true;
  }

  IrttFile& file_;
  std::size_t most_;
  const std::stop_token& stop_;
  std::vector<Place> places_;
  std::string key_, problem_;
  bool found_ = false, end_ = false, received_ = false;
};

}  // namespace

std::optional<IrttFile> read_irtt(std::string_view json, std::size_t most, std::string& error,
                                  const std::stop_token& stop) {
  IrttFile file;
  Handler handler(file, most, stop);
  const bool read = nlohmann::json::sax_parse(json.begin(), json.end(), &handler);
  if (stop.stop_requested()) return std::nullopt;
  error = handler.problem();
  if (read && !handler.found())
    error = "it is JSON, of which only what irtt client -o writes is read, and has no \"round_trips\"";
  else if (read && file.trips.empty())
    error = "it is of irtt and has no round trip: no packet was sent";
  return error.empty() ? std::optional(std::move(file)) : std::nullopt;
}

}  // namespace jitterscope
