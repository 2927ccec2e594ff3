// On every screen that the window is made for, in both themes and with words that are 40 % longer: each word, number
// and name in sight has its room, nothing is scrolled sideways, and the window is as large as it was asked to be.
#include <array>

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableWidget>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "tests/ui/sizes/pseudo_language.h"
#include "ui/controls/call_bar.h"
#include "ui/kept_settings.h"
#include "ui/plots/time_plot.h"
#include "ui/widgets/scrolled_content.h"

namespace jitterscope::room_test {
namespace {

constexpr double kLongerWords = 1.4;

QString plain(QString text) {
  return text.remove('&');
}

/// What a widget says, in sight or when it is asked.
QStringList texts_of(const QWidget& widget) {
  QStringList texts{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()};
  for (const auto* action : widget.actions()) texts << action->text() << action->toolTip();
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) texts << label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) texts << button->text();
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) texts << line->placeholderText();
  if (const auto* bar = qobject_cast<const QTabBar*>(&widget))
    for (int tab = 0; tab < bar->count(); ++tab) texts << bar->tabText(tab);
  if (const auto* table = qobject_cast<const QTableWidget*>(&widget))
    for (int column = 0; column < table->columnCount(); ++column)
      if (const auto* head = table->horizontalHeaderItem(column)) texts << head->text() << head->toolTip();
  if (const auto* plot = dynamic_cast<const QCustomPlot*>(&widget))
    for (const auto* rect : plot->axisRects())
      for (const auto* axis : rect->axes()) texts << axis->label();
  return texts;
}

/// Why a widget's words have no room, or nothing.
class Faults {
 public:
  /// `longer`: with longer words; numbers and units are as long in any language.
  Faults(const QString& where, bool longer) : where_(where), longer_(longer) {}

  void look_at(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) return look_at_label(*label);
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return look_at_button(*button);
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) return look_at_box(*box);
    if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(&widget)) return look_at_spin(*spin);
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) return look_at_header(*header);
    if (const auto* table = qobject_cast<const QTableWidget*>(&widget)) return look_at_cells(*table);
    if (const auto* bar = qobject_cast<const QTabBar*>(&widget)) return look_at_tabs(*bar);
    if (const auto* line = dynamic_cast<const ReadingLine*>(&widget)) {
      if (!line->is_whole()) say("reading", line->text(), line->width(), line->least_width());
    } else if (const auto* span = dynamic_cast<const SpanLine*>(&widget)) {
      if (span->width() < span->least_width()) say("span", span->words(), span->width(), span->least_width());
    } else if (const auto* plot = dynamic_cast<const QCustomPlot*>(&widget)) {
      look_at_axes(*plot);
    }
  }
  void say(const QString& kind, const QString& words, int has, int needs) {
    const auto line = QString("%1: %2 “%3” has %4 px, needs %5").arg(where_, kind, words).arg(has).arg(needs);
    if (!lines_.contains(line)) lines_ << line;
  }
  const QStringList& lines() const { return lines_; }

 private:
  void look_at_label(const QLabel& label) {
    if (label.text().isEmpty()) return;
    if (!label.wordWrap() && label.sizeHint().width() > label.width())
      say("label", label.text(), label.width(), label.sizeHint().width());
    const int high = label.wordWrap() ? label.heightForWidth(label.width()) : label.sizeHint().height();
    if (high > label.height()) say("height of label", label.text(), label.height(), high);
  }
  void look_at_button(const QAbstractButton& button) {
    const int needs = button.fontMetrics().horizontalAdvance(plain(button.text()));
    if (needs > button.contentsRect().width() - 2) say("button", button.text(), button.contentsRect().width(), needs);
  }
  /// A device's name is its maker's, and stands in the tip.
  void look_at_box(const QComboBox& box) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const int room =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
    const int needs = box.fontMetrics().horizontalAdvance(box.currentText());
    if (needs > room && !(box.accessibleName().contains("device") && box.toolTip().contains(box.currentText())))
      say("box", box.accessibleName() + ": " + box.currentText(), room, needs);
  }
  void look_at_spin(const QAbstractSpinBox& spin) {
    const auto* line = spin.findChild<QLineEdit*>();
    const int needs = spin.fontMetrics().horizontalAdvance(spin.text()) + 4;
    if (needs > line->width() && !longer_)
      say("field", spin.accessibleName() + ": " + spin.text(), line->width(), needs);
  }
  void look_at_header(const QHeaderView& header) {
    if (header.orientation() == Qt::Vertical) return;
    for (int i = 0; i < header.count(); ++i) {
      const auto text = header.model()->headerData(i, Qt::Horizontal).toString();
      const int needs = header.fontMetrics().size(0, text).width();
      if (!header.isSectionHidden(i) && needs > header.sectionSize(i)) say("head", text, header.sectionSize(i), needs);
    }
  }
  void look_at_cells(const QTableWidget& table) {
    if (const int needs = table.horizontalHeader()->length();
        needs > table.viewport()->width() && !table.horizontalScrollBar()->isVisible())
      say("table", table.accessibleName(), table.viewport()->width(), needs);
    for (int row = 0; row < table.rowCount(); ++row)
      for (int column = 0; column < table.columnCount(); ++column) {
        const auto* item = table.item(row, column);
        if (!item || item->text().isEmpty() || table.isColumnHidden(column) || table.cellWidget(row, column)) continue;
        const QFont font = item->font().resolve(table.font());
        const int margin = table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &table) + 1;  // of cells
        const int needs = QFontMetrics(font).horizontalAdvance(item->text()) + 2 * margin;
        if (needs > table.columnWidth(column)) say("cell", item->text(), table.columnWidth(column), needs);
      }
  }
  void look_at_tabs(const QTabBar& bar) {
    for (int tab = 0; tab < bar.count(); ++tab) {
      const int needs = bar.fontMetrics().horizontalAdvance(bar.tabText(tab));
      if (!bar.isTabVisible(tab)) continue;
      if (needs > bar.tabRect(tab).width()) say("tab", bar.tabText(tab), bar.tabRect(tab).width(), needs);
      if (bar.tabRect(tab).left() < 0 || bar.tabRect(tab).right() > bar.width())
        say("tab beside its bar", bar.tabText(tab), bar.width(), bar.tabRect(tab).right());
    }
  }
  void look_at_axes(const QCustomPlot& plot) {
    for (auto* rect : plot.axisRects())
      for (auto* axis : rect->axes()) {
        const bool across = axis->orientation() == Qt::Horizontal;
        const int room = across ? plot.width() : plot.height(),
                  needs = QFontMetrics(axis->labelFont()).size(0, axis->label()).width();
        if (axis->visible() && needs > room) say("axis", axis->label(), room, needs);
      }
  }

  QString where_;
  bool longer_;
  QStringList lines_;
};

class Room : public WindowFixture {
 protected:
  void SetUp() override { kept_layout().remove({}); }
  void TearDown() override {
    window.reset();
    kept_layout().remove({});
    widen_words(*qApp, 1);
    apply_theme(*qApp, Theme::kDark);
  }

  template <typename Bar>
  bool said_in(const QString& words) {
    return !label_in(*window->findChild<Bar*>(), words).isEmpty();
  }
  void look(const QSize& size, const QString& scene) {
    ticks(2);
    for (int i = 0; i < 3; ++i) {
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // of texts set by the last tick
      QApplication::processEvents();
    }
    Faults faults(QString("%1×%2 %3").arg(size.width()).arg(size.height()).arg(scene), scene.startsWith("longer"));
    if (window->size() != size) faults.say("window", "width", size.width(), window->width());
    for (const auto* widget : window->findChildren<QWidget*>()) {
      if (collects_)
        for (const auto& text : texts_of(*widget)) texts_ << text;
      if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
      if (const auto* content = dynamic_cast<const ScrolledContent*>(widget)) {
        const auto least = content->widget()->minimumSizeHint();
        if (content->horizontalScrollBar()->isVisible())
          faults.say("scrolled", "width", content->width(), least.width());
        if (content->verticalScrollBar()->isVisible())
          faults.say("scrolled", "height", content->height(), least.height());
      }
      if (const auto* area = qobject_cast<const QScrollArea*>(widget);
          area && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
        if (const int needs = area->widget()->minimumSizeHint().width(); needs > area->viewport()->width())
          faults.say("column", area->objectName(), area->viewport()->width(), needs);
      faults.look_at(*widget);
    }
    if (const auto pictures = qEnvironmentVariable("ROOM_PICTURES"); !pictures.isEmpty() && !faults.lines().isEmpty())
      window->grab().save(pictures + "/" + QString(faults.lines()[0]).section(":", 0, 0) + ".png");
    if (window->findChild<StatusLine*>()->isVisible()) {  // what matters most is there wherever others are left out
      if (session.call.stage == CallStage::kInCall && !said_in<CallBar>(Tr::tr("Shaping")))
        faults.say("call bar", "Shaping", 0, 1);
      if (!said_in<StatusLine>(Tr::tr("clock"))) faults.say("status line", "clock", 0, 1);
    }
    for (const auto& line : faults.lines()) ADD_FAILURE() << line.toStdString();
  }

  /// Every layout, every panel, and what comes between.
  void look_everywhere(const QSize& size, const QString& words) {
    open(false, size);
    look(size, words + "no call");
    window->show_start_page(true);
    look(size, words + "start page");
    window.reset();
    open(true, size);
    window->setUpdatesEnabled(false);  // rooms alone are looked at
    publish([](CallSnapshot& now) {
      now.demonstration = make_demonstration("done");
      now.conditions->up->overloaded = true;
    });
    for (const Layout layout : kReadyLayouts) {
      window->set_layout(layout);
      ticks(6);
      look(size, words + layout_words(layout));
      const bool controls = window->findChild<QScrollArea*>("controls")->isVisible();
      key(Qt::Key_F4);
      look(size, words + layout_words(layout) + (controls ? " without controls" : " with controls"));
      key(Qt::Key_F4);
    }
    for (auto* shown : window->findChildren<Panel*>()) {
      show(shown);
      look(size, words + shown->title());
    }
    window->view().show(30, 90);
    look(size, words + "held");
    window->view().select(40, 50);
    look(size, words + "held and selected");
    window->view().reset();
    look(size, words + "selected");
    window->view().clear_selection();
    window->set_layout(Layout::kRateControl);
    action(Tr::tr("Shaping: strategy C, then A"))->trigger();
    ticks(4);
    look(size, words + "asked");
  }
  void look_at(const QSize& size) {
    look_everywhere(size, "");
    apply_theme(*qApp, Theme::kLight);
    open(true, size);
    look(size, "light theme");
    window.reset();
    apply_theme(*qApp, Theme::kDark);
    widen_words(*qApp, kLongerWords);
    look_everywhere(size, "longer words, ");
  }

  bool collects_ = false;
  QSet<QString> texts_;  // all that were looked at, where they are collected
};

TEST_F(Room, LongerWordsAreLonger) {
  const auto wide = [] { return QFontMetrics(small_font()).horizontalAdvance("Time since the first packet"); };
  const int usual = wide();
  widen_words(*qApp, kLongerWords);
  EXPECT_NEAR(wide(), kLongerWords * usual, 0.05 * usual);
}

TEST_F(Room, OfAnotherLanguage) {
  PseudoLanguage language;
  ASSERT_TRUE(QCoreApplication::installTranslator(&language));
  collects_ = true;
  look_everywhere({1280, 680}, "longer words, ");
  const QRegularExpression word("[A-Za-z]{4}");
  const std::array others{
      QRegularExpression("^(Close|Float|Scroll (Left|Right)|.* the dock widget)$"),  // Qt's own
      QRegularExpression(
          "^(▲ default|real-time \\d+|RR \\d+ .*|(audio|video)-(send|receive).*)$"),  // names of threads, classes
      QRegularExpression(
          "^(Receive on processor|the number of a processor, or any)$|^R\\(t\\)|claypool98|171 bytes"),  // core
      QRegularExpression("Delays rose by|^The price: |^With strategy A"),                      // what core concludes
      QRegularExpression("^(Built-in microphone|lecture\\.jscope|rate=2mbit,.*)$|12\\.4.MB"),  // data
      QRegularExpression("^\\(kbit/s\\)$")  // a unit, alone where a plot is low
  };
  QStringList left;
  for (const auto& text : texts_)
    if (text.contains(word) && !PseudoLanguage::is_of_it(text) &&
        std::ranges::none_of(others, [&](const auto& other) { return text.contains(other); }))
      left << text;
  left.sort();
  for (const auto& text : left) ADD_FAILURE() << "not translated: " << text.toStdString();
  window.reset();
  QCoreApplication::removeTranslator(&language);
}

// Less 40 px of height for the desktop.
TEST_F(Room, OfAScreenOf1920TimesTwo) {
  look_at({960, 460});
}
TEST_F(Room, OfASmallProjector) {
  look_at({1024, 728});
}
TEST_F(Room, OfALowScreen) {
  look_at({1280, 680});
}
TEST_F(Room, OfTheUsualSize) {
  look_at({1280, 800});
}
TEST_F(Room, OfALargeScreen) {
  look_at({1920, 1040});
}
TEST_F(Room, OfAVeryLargeScreen) {
  look_at({3840, 2120});
}

}  // namespace
}  // namespace jitterscope::room_test
