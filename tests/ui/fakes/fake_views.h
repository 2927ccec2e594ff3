#pragma once
// Made-up measures, curves, playout and quality of a received stream, consistent in themselves. Deterministic.
#include <memory>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

struct CompensationView;
struct MeasuresView;
struct PlayoutView;
struct QualityView;

/// `stretch` of the query at `elapsed_s`, as the analyzer finds it.
std::shared_ptr<const MeasuresView> make_measures(Medium, double elapsed_s, const AnalysisQuery& = {});
std::shared_ptr<const CompensationView> make_compensation(Medium, double elapsed_s, const AnalysisQuery& = {});
PlayoutView make_playout(Medium);
/// A trail of up to five minutes that ends inside the usual limits, or outside them (delay and jitter too large).
QualityView make_quality(Medium, double elapsed_s, bool inside = true);
/// All of these in a snapshot, of both media and of the remote.
void add_views(CallSnapshot&, const AnalysisQuery& = {});

}  // namespace jitterscope
