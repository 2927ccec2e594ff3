#include "ui/controls/priority_control.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <QAbstractItemView>
#include <QComboBox>
#include <QElapsedTimer>

#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"
#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/words/call_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

using ClassKind = PrioritySetting::Kind;

constexpr std::array kKinds{ClassKind::kDefault,    ClassKind::kNice,  ClassKind::kRealtime,
                            ClassKind::kRoundRobin, ClassKind::kSlice, ClassKind::kDeadline};
constexpr int kDeadlineIndex = kKinds.size() - 1;
constexpr int kLeastNice = -20, kMostNice = 19, kMostLevel = 49;  // as the command line allows
constexpr double kMostSlice = 100, kLeastPeriod = 1, kMostPeriod = 1000,
                 kMostReserved = 0.5;                   // ms; share of a processor
constexpr double kUsualRuntime = 2, kUsualPeriod = 10;  // ms
constexpr qint64 kAnswerMs = 700;

class TimeField : public DecimalBox {
 public:
  TimeField(const QString& name, const QString& tip, double most) : DecimalBox(name, tip, 0.0, most, " ms") {
    setDecimals(1);
    setSingleStep(0.1);
    setSpecialValueText(Tr::tr("auto"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }
  QString textFromValue(double value) const override { return QString::number(value, 'g', 6); }
};

bool has_level(std::optional<ClassKind> kind) {
  return kind == ClassKind::kNice || kind == ClassKind::kRealtime || kind == ClassKind::kRoundRobin;
}

}  // namespace

/// A scheduling class with what belongs to it: a level, or times of a reservation or slice. "auto" leaves that to the
/// program.
class ClassField : public QWidget {
 public:
  using Chosen = std::function<void(const PrioritySetting&)>;
  /// `of` names the threads: "audio-send". `periodic`: they may reserve time by deadline. `chosen` is told at once what
  /// the user chooses.
  ClassField(const QString& of, bool periodic, Chosen chosen) : chosen_(std::move(chosen)), periodic_(periodic) {
    auto* row = make_row(4, this);
    row->addWidget(kinds_ = new QComboBox, 1);
    row->addWidget(level_ = new WholeNumberBox);
    row->addWidget(runtime_ = new TimeField(
                       Tr::tr("Time reserved for %1").arg(of),
                       Tr::tr("Deadline: processor time in each period. Slice: how long it runs before others "
                              "may. At the lowest value the program chooses"),
                       kMostSlice));
    row->addWidget(period_ =
                       new TimeField(Tr::tr("Period of %1").arg(of),
                                     Tr::tr("Length of the period; at most half of it can be reserved"), kMostPeriod));
    period_->setPrefix("/ ");
    for (const auto which : kKinds) kinds_->addItem(class_words(which));
    if (!periodic) kinds_->removeItem(kDeadlineIndex);
    kinds_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    kinds_->setMinimumContentsLength(7);
    kinds_->setAccessibleName(Tr::tr("Class of %1").arg(of));
    kinds_->setToolTip(periodic ? Tr::tr("Deadline reserves time in each period; it is for the periodic senders")
                                : QString());
    level_->setKeyboardTracking(false);
    level_->setSpecialValueText(Tr::tr("auto"));
    set_least_width(level_, 64);
    level_->setAccessibleName(Tr::tr("Level of %1").arg(of));
    connect(kinds_, &QComboBox::activated, this, &ClassField::choose_kind);
    connect(level_, &QSpinBox::valueChanged, this, &ClassField::tell);
    connect(runtime_, &QDoubleSpinBox::valueChanged, this, &ClassField::tell);
    connect(period_, &QDoubleSpinBox::valueChanged, this, &ClassField::tell);
    kinds_->setCurrentIndex(-1);
    show_fields();
  }

  /// The user has chosen nothing by it; nothing while it is being edited or was just now. nullopt shows `otherwise`; a
  /// class that is not offered shows its name.
  void show_setting(const std::optional<PrioritySetting>& setting, const QString& otherwise) {
    const bool edits = kinds_->view()->isVisible() || level_->hasFocus() || runtime_->hasFocus() || period_->hasFocus();
    const auto found = setting ? std::ranges::find(kKinds, setting->kind) : kKinds.end();
    const int place = static_cast<int>(found - kKinds.begin());
    const int index = place < kinds_->count() ? place : -1;
    kinds_->setPlaceholderText(setting && index < 0 ? class_words(setting->kind) : otherwise);
    if (edits || (told_.isValid() && told_.elapsed() < kAnswerMs)) return;
    const QSignalBlocker quiet_kinds(kinds_), quiet_level(level_), quiet_runtime(runtime_), quiet_period(period_);
    if (kinds_->currentIndex() != index) kinds_->setCurrentIndex(index);
    show_fields();
    if (!setting) return;
    level_->setValue(setting->level.value_or(level_->minimum()));
    runtime_->setValue(setting->runtime.value_or(Duration{}).ms());
    period_->setValue(setting->period.value_or(Duration{}).ms());
  }

  /// The remote chooses its own levels and takes no reservations.
  void set_end(End end) {
    const bool reserves = periodic_ && end == End::kLocal, has = kinds_->count() > kDeadlineIndex;
    if (levels_offered_ == (end != End::kRemote) && has == reserves) return;
    levels_offered_ = end != End::kRemote;
    if (reserves && !has) kinds_->addItem(class_words(ClassKind::kDeadline));
    if (!reserves && has) {
      if (kinds_->currentIndex() == kDeadlineIndex) kinds_->setCurrentIndex(-1);  // not what stands beside it
      kinds_->removeItem(kDeadlineIndex);
    }
    show_fields();
  }

 private:
  std::optional<ClassKind> kind() const {
    const int index = kinds_->currentIndex();
    return index < 0 ? std::nullopt : std::optional(kKinds[static_cast<std::size_t>(index)]);
  }

  void choose_kind(int index) {
    const QSignalBlocker quiet_kinds(kinds_), quiet_level(level_), quiet_runtime(runtime_), quiet_period(period_);
    kinds_->setCurrentIndex(index);
    show_fields();
    level_->setValue(level_->minimum());
    runtime_->setValue(0);
    period_->setValue(0);
    tell();
  }

  /// The fields that belong to the class, with its range.
  void show_fields() {
    const auto of = kind();
    const QSignalBlocker quiet(level_);
    const bool nice = of == ClassKind::kNice;
    level_->setRange(nice ? kLeastNice - 1 : 0, nice ? kMostNice : kMostLevel);
    level_->setToolTip(nice ? Tr::tr("Nice value, −20 (first) to 19 (last); “auto”: the program chooses")
                            : Tr::tr("Real-time level, 1 to 49 (first); “auto”: the program chooses"));
    level_->setVisible(levels_offered_ && has_level(of));
    runtime_->setVisible(levels_offered_ && (of == ClassKind::kSlice || of == ClassKind::kDeadline));
    period_->setVisible(levels_offered_ && of == ClassKind::kDeadline);
  }

  /// A reservation has both of its times or none, and at most half of the period.
  PrioritySetting edited() const {
    PrioritySetting setting{kind().value_or(ClassKind::kDefault)};
    if (!levels_offered_) return setting;
    if (has_level(setting.kind) && level_->value() != level_->minimum()) setting.level = level_->value();
    if (setting.kind == ClassKind::kSlice && runtime_->value() > 0)
      setting.runtime = Duration::from_ms(runtime_->value());
    if (setting.kind == ClassKind::kDeadline && (runtime_->value() > 0 || period_->value() > 0)) {
      const double period = period_->value() > 0 ? std::max(kLeastPeriod, period_->value())
                                                 : std::max(kUsualPeriod, runtime_->value() / kMostReserved);
      const double runtime = runtime_->value() > 0 ? runtime_->value() : kUsualRuntime;
      setting.period = Duration::from_ms(period);
      setting.runtime = Duration::from_ms(std::min(runtime, period * kMostReserved));
    }
    return setting;
  }

  void tell() {
    told_.start();
    chosen_(edited());
  }

  Chosen chosen_;
  QComboBox* kinds_;
  QSpinBox* level_;
  QDoubleSpinBox *runtime_, *period_;
  bool periodic_, levels_offered_ = true;
  QElapsedTimer told_;
};

PriorityControl::PriorityControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Priority"), parent), port_(session) {
  add_beside_title(end_ = new Segments({Tr::tr("local"), Tr::tr("remote"), Tr::tr("both")}, Tr::tr("Whose priority")));
  end_->set_current(0);
  end_->set_tip(1, Tr::tr("The remote is asked for its consent, once a call; it chooses the levels itself"));
  all_ = new ClassField(Tr::tr("all media threads"), false, [this](const PrioritySetting& setting) {
    for (const auto role : kMediaThreads) send(role, setting);
  });
  all_->setToolTip(Tr::tr("Keys: D default, N nice, R real-time"));
  add_row({all_});
  each_ = add_part(QT_TRANSLATE_NOOP("Tr", "Each thread"));
  for (const auto role : kMediaThreads) {
    const bool periodic = role == ThreadRole::kAudioSend || role == ThreadRole::kVideoSend;
    const auto chosen = [this, role](const PrioritySetting& setting) { send(role, setting); };
    const Row row{role, new ClassField(thread_name(role), periodic, chosen), muted_label(kDash)};
    add_field(thread_name(role), row.asked, row.effective);
    rows_.push_back(row);
  }
}

/// Of one thread: the name with something beside it, and the field below.
void PriorityControl::add_field(const QString& name, ClassField* field, QLabel* beside) {
  beside->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  add_row(each_->rows(), {muted_label(name), beside})->setStretch(1, 1);
  add_row(each_->rows(), {field});
}

/// The remote takes kinds alone.
void PriorityControl::send(ThreadRole role, const PrioritySetting& setting) {
  const PrioritySetting kind{setting.kind};
  if (end() != End::kBoth || setting == kind) return port_.send(SetPriority{role, setting, end()});
  port_.send(SetPriority{role, setting, End::kLocal});
  port_.send(SetPriority{role, kind, End::kRemote});
}

void PriorityControl::choose_all(PrioritySetting::Kind kind) {
  for (const auto role : kMediaThreads) send(role, {kind});
}

void PriorityControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot, const CallState& call) {
  const bool local = end() != End::kRemote;
  std::vector<std::optional<PrioritySetting>> all;
  for (const auto& row : rows_) {
    const auto set = settings.priorities.find(row.role);
    const auto* thread = snapshot ? find_thread(snapshot->threads, row.role) : nullptr;
    std::optional<PrioritySetting> asked;
    if (local && set != settings.priorities.end())
      asked = set->second;
    else if (local && thread)
      asked = PrioritySetting::parse(thread->requested.substr(0, thread->requested.find(' ')));
    row.asked->set_end(end());
    row.asked->show_setting(asked, local ? Tr::tr("automatic") : Tr::tr("choose"));
    all.push_back(asked);
    const auto waiting = waiting_words(call, name_of(SetPriority{row.role, {}}));
    const auto words = !waiting.isEmpty() ? Tr::tr("asked, waiting")
                       : !local           ? Tr::tr("remote")
                       : thread           ? effective_words(*thread)
                                          : kDash;
    if (row.effective->text() != words) row.effective->setText(words);
    row.effective->setToolTip(!waiting.isEmpty() ? waiting
                              : !local           ? Tr::tr("The remote’s window shows what its kernel gives")
                              : thread           ? effective_tip(*thread)
                                       : Tr::tr("What the kernel gives this thread appears here once a call is up"));
  }
  const bool common = std::ranges::all_of(all, [&](const auto& asked) { return asked == all.front(); });
  const QString given = snapshot ? common_class(snapshot->threads) : kDash;
  fold().set_state(local ? given : Tr::tr("local %1").arg(given));
  each_->set_state(local ? Tr::tr("in force: %1").arg(given) : QString());
  all_->set_end(end());
  all_->show_setting(common ? all.front() : std::nullopt, !local   ? Tr::tr("choose")
                                                          : common ? Tr::tr("automatic")
                                                                   : Tr::tr("mixed"));
}

}  // namespace jitterscope
