#pragma once
// ITU-T G.107 (the E-model) for a narrow-band call with every parameter at its published default but delay and packet
// loss: R = Ro − Is − Id(Ta) − Ie,eff(Ppl). Sound alone: the model knows no picture.
#include "core/algorithms/quality/quality_metric.h"

namespace jitterscope {

namespace g107 {
/// Packet-loss robustness of G.711 without concealment and with that of its Appendix I, packets of 10 ms (G.113
/// Appendix I).
inline constexpr double kBplBare = 4.3, kBplConcealed = 25.1;
/// ms of one-way delay → R lost to it: talker echo, listener echo, and delay itself (G.107 §7.4, TELR 65 dB, WEPL 110
/// dB, T = Tr/2 = Ta).
double delay_impairment(double delay_ms);
/// Ie,eff (G.107 §7.5): G.711 has Ie 0 and Bpl 4.3, or 25.1 with concealment (G.113 Appendix I). loss = share 0 … 1,
/// burst_ratio = BurstR > 0, 1 = random loss.
double loss_impairment(double loss_ratio, bool concealment, double burst_ratio = 1);
/// 93.2 for no delay and no loss.
double rating(double delay_ms, double loss_ratio, bool concealment, double burst_ratio = 1);
/// Mean opinion score 1 … 4.5 of R (G.107 Annex B).
double mean_opinion_score(double rating);
/// The delay at which R falls to `limit` with this loss; absent: it is below even without delay.
std::optional<double> delay_at(double limit, double loss_ratio, bool concealment);
/// The loss at which R falls to `limit` with this delay; absent: it is below even without loss.
std::optional<double> loss_at(double limit, double delay_ms, bool concealment);
}  // namespace g107

/// distance = (93.2 − R) / (93.2 − least R), so that acceptable means R ≥ the least R. Jitter has no term of its own:
/// what the playout buffer hides of it is in the latency, what it does not is in the loss. Nor have the user's three
/// limits: the least R stands for them (G.109: 90 best, 80 high, 70 medium, 60 low satisfaction).
class G107Metric : public QualityMetric {
 public:
  static constexpr double kLeastRating = 70;
  explicit G107Metric(bool concealment = true, double least_rating = kLeastRating)
      : concealment_(concealment), least_(least_rating) {}
  std::string_view name() const override { return concealment_ ? "g107" : "g107-no-concealment"; }
  bool covers(Medium medium) const override { return medium == Medium::kAudio; }
  QualityVerdict evaluate(const QualityPoint&, const QualityLimits&) const override;
  std::string why_outside(const QualityPoint&, const QualityLimits&) const override;
  double least_rating() const { return least_; }
  bool concealment() const { return concealment_; }

 private:
  bool concealment_;
  double least_;
};

}  // namespace jitterscope
