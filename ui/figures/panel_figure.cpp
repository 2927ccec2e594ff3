#include "ui/figures/panel_figure.h"

#include <algorithm>

#include <QAbstractButton>
#include <QTextStream>

#include "core/measures/views/snapshot.h"
#include "ui/panels/figure_page.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"

namespace jitterscope {
namespace {

constexpr const char* kBothMedia = "both";  // in one figure, where a panel shows one at first
constexpr double kShortestFigure_s = 0.1;   // of a time axis

std::vector<PanelDefinition> plotted() {
  std::vector<PanelDefinition> found;
  for (const PanelDefinition& definition : panel_definitions())
    if (!definition.name.empty()) found.push_back(definition);
  std::ranges::stable_sort(found, {}, &PanelDefinition::place);
  return found;
}

/// "load and clock" is also chosen by "load-and-clock".
QString choice_word(QString text) {
  return text.toLower().replace(' ', '-');
}

QString listed(const QStringList& words) {
  return words.size() < 2 ? words.join("") : words.mid(0, words.size() - 1).join(", ") + Tr::tr(" and ") + words.back();
}

}  // namespace

std::vector<std::string_view> plotted_panels() {
  std::vector<std::string_view> names;
  for (const PanelDefinition& definition : plotted()) names.push_back(definition.name);
  return names;
}

PanelFigure::PanelFigure(const FigureOrder& order) : made_(QString::fromStdString(order.made)) {
  for (const PanelDefinition& definition : plotted())
    if (definition.name == order.panel)
      page_ = std::make_unique<FigurePage>(definition.make({view_, quality_, nullptr}));
  if (!page_) {
    QStringList names;
    for (const std::string_view name : plotted_panels())
      names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    trouble_ = Tr::tr("There is no panel “%1”. Name one of these: %2.")
                   .arg(QString::fromStdString(order.panel), listed(names));
    return;
  }
  view_.set_shows_file(true);
  view_.set_end(std::max(order.to_s, order.from_s + kShortestFigure_s));
  view_.show(order.from_s, std::max(order.to_s, order.from_s + kShortestFigure_s));
  if (order.chosen.empty() && choice(kBothMedia)) choose(kBothMedia);
  for (const std::string& word : order.chosen) choose(word);
  if (!trouble_.isEmpty()) return;
  page_->draw(order.file, order.snapshot, px(order.size));
  trouble_ = panel().empty_sentence();
}

PanelFigure::~PanelFigure() = default;

Panel& PanelFigure::panel() const {
  return page_->panel();
}

/// The buttons of all choices that the panel offers.
QList<QAbstractButton*> PanelFigure::choices() const {
  QList<QAbstractButton*> buttons;
  for (const auto* segments : panel().findChildren<Segments*>())
    if (!dynamic_cast<const WindowChooser*>(segments))  // the time is the order's
      buttons << segments->findChildren<QAbstractButton*>();
  return buttons;
}

QAbstractButton* PanelFigure::choice(const std::string& word) const {
  for (auto* button : choices())
    if (choice_word(button->text()) == choice_word(QString::fromStdString(word))) return button;
  return nullptr;
}

/// Presses the button of that word; what several choices offer is chosen in the first.
void PanelFigure::choose(const std::string& word) {
  if (auto* button = choice(word)) return button->click();
  if (!trouble_.isEmpty()) return;
  QStringList offered;
  for (const auto* button : choices()) offered << choice_word(button->text());
  const auto wanted = QString::fromStdString(word), title = panel().shown_title();
  trouble_ = offered.isEmpty()
                 ? Tr::tr("“%1” offers no choice, so there is no “%2”.").arg(title, wanted)
                 : Tr::tr("“%1” offers no “%2”. Choose of these: %3.").arg(title, wanted, listed(offered));
}

QByteArray PanelFigure::bytes(std::string_view format) {
  return format == "csv" ? numbers() : page_->bytes(format, made_);
}

QByteArray PanelFigure::numbers() const {
  QString text;
  QTextStream out(&text);
  panel().write_csv(out);
  out.flush();
  return text.toUtf8();
}

}  // namespace jitterscope
