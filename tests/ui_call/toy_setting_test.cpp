// A toy: a setting is one file and the code that acts on it. Control, help, --at, consent and trace come from the file.
#include <gmock/gmock.h>

#include <QSpinBox>

#include "app/command_line/call_options.h"
#include "core/record/trace/reader.h"
#include "tests/ui_call/call_window.h"

namespace jitterscope::toy_setting_test {
namespace {

class ToySetting : public CallWindow {};

TEST_F(ToySetting, StandsInHelpAndInChangesDuringTheCall) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  EXPECT_THAT(app.help(),
              testing::AllOf(testing::HasSubstr("--toy-greeting"), testing::HasSubstr("greeted; takes 0 to 9")));
  std::string error;
  const auto script = parse_scripted("toy-greeting=both:7", error);
  ASSERT_TRUE(script) << error;
  EXPECT_EQ(std::get<SetToyGreeting>(script->front()), (SetToyGreeting{7, End::kBoth}));
  EXPECT_FALSE(parse_scripted("toy-greeting=10", error));
  EXPECT_EQ(error, "toy-greeting takes 0 to 9; not '10'");
}

TEST_F(ToySetting, IsSetByItsControlAskedForByTheRemoteAndInTheTrace) {
  named<QSpinBox>("Toy greeting").setValue(3);
  ASSERT_TRUE(until([&] { return ada_->view().settings.toy_greeting == 3 && said("Greetings: 3."); }));
  EXPECT_TRUE(until([&] { return marked(*ben_, "toy-greeting 3", true); })) << "the remote is told";
  ben_->post(SetToyGreeting{5, End::kTheirs});
  ASSERT_TRUE(until([&] { return said("your greetings"); }));
  EXPECT_EQ(ada_->view().settings.toy_greeting, 3) << "not without consent";
  port_->send(GrantConsent{true});
  ASSERT_TRUE(until([&] { return ada_->view().settings.toy_greeting == 5; }));
  EXPECT_TRUE(until([&] { return named<QSpinBox>("Toy greeting").value() == 5; }));
  port_->send(HangUp{});
  ASSERT_TRUE(until([&] { return ada_->view().phase == SessionPhase::kEnded; }));
  EXPECT_TRUE(until([&] { return ada_->view().settings.toy_greeting == 3; })) << "the remote's ends with the call";
  std::string error;
  const auto trace = TraceReader::open(path("ada.jscope").toStdString(), error);
  ASSERT_TRUE(trace) << error;
  std::vector<std::string> changes;
  ASSERT_TRUE(trace->read<SettingChanged>(
      [&](const SettingChanged& change) {
        if (const auto set = as<setting::ToyGreeting>(change); set && change.end == End::kMine)
          changes.push_back(std::to_string(set->value) + " " + std::string(change.origin.view()));
      },
      error))
      << error;
  EXPECT_THAT(changes, testing::ElementsAre("3 local", "5 remote"));
}

}  // namespace
}  // namespace jitterscope::toy_setting_test
