#include "core/metrics/curve_track.h"

namespace jitterscope {

struct CurveTrack::State {};

CurveTrack::CurveTrack(Medium, Timestamp) : state_(std::make_unique<State>()) {}
CurveTrack::~CurveTrack() = default;
CurveTrack::CurveTrack(CurveTrack&&) noexcept = default;
CurveTrack& CurveTrack::operator=(CurveTrack&&) noexcept = default;

void CurveTrack::add(const PacketArrived&) {}
void CurveTrack::add(const FrameDone&) {}
void CurveTrack::add(const AudioBlockDone&) {}
void CurveTrack::add(const FramePlayed&) {}
void CurveTrack::add(const PlayoutDecided&) {}
void CurveTrack::set_period(std::optional<double>) {}
std::shared_ptr<const CompensationView> CurveTrack::view(Timestamp, const AnalysisQuery&) { return nullptr; }
std::optional<Duration> CurveTrack::optimal_delay() const { return std::nullopt; }

}  // namespace jitterscope
