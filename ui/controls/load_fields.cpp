#include "ui/controls/load_fields.h"

#include <algorithm>

#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kMostCounters = setting::CpuLoad::kMost, kMostApplications = setting::VideoLoad::kMost;
constexpr int kMostBurst = 1000;  // as the command line allows
constexpr double kMostKilobytes = 125'000;
constexpr double kNewSeed = -1;  // each call draws one
enum : int { kPoisson, kConstant };

}  // namespace

LoadFields::LoadFields(SessionPort& session, QWidget* parent)
    : QWidget(parent),
      port_(session),
      background_(this, [this](const BackgroundSetting& setting) { port_.send(SetBackground{setting}); }),
      counters_(this, [this](int counters) { port_.send(SetCpuLoad{counters}); }),
      applications_(this, [this](int applications) { port_.send(SetVideoLoad{applications}); }),
      seed_(this, [this](const setting::Seed::Value& seed) { port_.send(SetSeed{seed}); }) {
  rate_ = new QuantityField(
      Tr::tr("Background"), " KB/s", 0, kMostKilobytes, 1,
      Tr::tr("UDP payload offered to the link's queue beside the media (1 KB = 1000 bytes; Sun 1997, §4)"));
  rate_->setSpecialValueText(Tr::tr("none"));
  burst_ = new QuantityField(Tr::tr("Burst"), " packets", 1, kMostBurst, 0, Tr::tr("Background packets back to back"));
  counter_field_ = new QuantityField(Tr::tr("Counter processes"), "", 0, kMostCounters, 0,
                                     Tr::tr("Processes that count without end on this machine (Claypool 1998, §5)"));
  application_field_ = new QuantityField(Tr::tr("Video applications"), "", 0, kMostApplications, 0,
                                         Tr::tr("Further video applications on this machine (Nahrstedt 1994)"));
  for (auto* field : {counter_field_, application_field_, burst_})
    field->setStepType(QAbstractSpinBox::DefaultStepType);
  for (auto* field : {counter_field_, application_field_}) field->setSpecialValueText(Tr::tr("none"));
  spacing_ = new Segments({Tr::tr("Poisson"), Tr::tr("constant")}, Tr::tr("Background spacing"));
  spacing_->set_tip(kPoisson, Tr::tr("Exponential times between bursts"));
  spacing_->set_tip(kConstant, Tr::tr("Equal times between bursts"));
  spacing_->set_current(kPoisson);
  auto* column = make_column(4, this);
  auto* traffic = make_field_grid();
  rate_->add_to(*traffic, 0, 0);
  burst_->add_to(*traffic, 0, 1);
  auto* machine = make_field_grid();
  counter_field_->add_to(*machine, 0, 0);
  application_field_->add_to(*machine, 0, 1);
  column->addLayout(traffic);
  auto* drawn = make_row(4);
  drawn->addWidget(spacing_);
  drawn->addWidget(build_seed(), 1);
  column->addLayout(drawn);
  column->addLayout(machine);

  const auto want_background = [this] { background_.want(edited()); };
  connect(rate_, &QuantityField::valueChanged, this, want_background);
  connect(burst_, &QuantityField::valueChanged, this, want_background);
  connect(spacing_, &Segments::chosen, this, want_background);
  connect(counter_field_, &QuantityField::valueChanged, this,
          [this](double n) { counters_.want(static_cast<int>(n)); });
  connect(application_field_, &QuantityField::valueChanged, this,
          [this](double n) { applications_.want(static_cast<int>(n)); });
}

/// Its name stands in the field: the card has no more height.
QWidget* LoadFields::build_seed() {
  seed_field_ =
      new QuantityField(Tr::tr("Seed"), "", kNewSeed, setting::Seed::kMost, 0,
                        Tr::tr("Seed of the link and its background: loss, jitter, duplicates, reordering and bursts "
                               "are drawn the same\nwith the same seed; “new”: each call has another one, which its "
                               "trace names"));
  use_small_font(seed_field_);
  seed_field_->setPrefix(Tr::tr("seed "));
  seed_field_->setSpecialValueText(Tr::tr("seed: new"));
  seed_field_->setButtonSymbols(QAbstractSpinBox::NoButtons);  // nobody steps a seed, and ten digits need the room
  show_seed();
  connect(seed_field_, &QuantityField::valueChanged, this, [this](double seed) {
    seed_.want(seed > kNewSeed ? setting::Seed::Value(static_cast<std::uint32_t>(seed)) : std::nullopt);
  });
  return seed_field_;
}

void LoadFields::show_seed() {
  seed_field_->show_value(seed_.wanted() ? static_cast<double>(*seed_.wanted()) : kNewSeed);
}

BackgroundSetting LoadFields::edited() const {
  auto setting = background_.wanted();
  setting.kilobytes_per_second = rate_->value();
  setting.burst = static_cast<int>(burst_->value());
  setting.poisson = spacing_->current() == kPoisson;
  return setting;
}

void LoadFields::show_settings(const CallSettings& settings) {
  if (background_.take(settings.background)) {
    rate_->show_value(settings.background.kilobytes_per_second);
    burst_->show_value(settings.background.burst);
    spacing_->set_current(settings.background.poisson ? kPoisson : kConstant);
  }
  if (seed_.take(settings.seed)) show_seed();
  if (counters_.take(settings.cpu_load)) counter_field_->show_value(settings.cpu_load);
  if (applications_.take(settings.video_load)) application_field_->show_value(settings.video_load);
}

QString LoadFields::words(const CallSettings& settings) {
  QStringList each;
  if (settings.cpu_load > 0)
    each << (settings.cpu_load > 1 ? Tr::tr("%1 counters") : Tr::tr("%1 counter")).arg(settings.cpu_load);
  if (settings.video_load > 0) each << Tr::tr("%1 video").arg(settings.video_load);
  if (settings.background.kilobytes_per_second > 0) each << figure(settings.background.kilobytes_per_second, "KB/s");
  return each.join(", ");
}

void LoadFields::add_counters(int more) {
  counter_field_->setValue(std::clamp(counters_.wanted() + more, 0, kMostCounters));
}

void LoadFields::clear() {
  for (auto* field : {rate_, counter_field_, application_field_}) field->setValue(0);
}

}  // namespace jitterscope
