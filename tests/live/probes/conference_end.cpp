// An end of a conference, told what to do line by line: the program of conference_test.py.
//   conference_end NAME TRACE        says "port N" first, then an answer in JSON to each line:
//   call PORT | sound on|off | picture on|off | leave | state | end
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>

#include "core/algorithms/signalling/call_machine.h"
#include "core/call/session/endpoint.h"
#include "core/events/identifier.h"
#include "core/events/words.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "core/record/trace/reader.h"
#include "tests/scenario/record.h"
#include "tests/snapshot_fields/snapshot_fields.h"

using namespace jitterscope;
using nlohmann::json;

namespace {

constexpr const char* kPicture = "synthetic:160x120@10";

EndpointOptions options(const std::string& name, const std::string& trace) {
  EndpointOptions options;
  options.name = name;
  options.program_version = "test";
  options.settings.video = *VideoSourceSetting::parse(kPicture);
  options.settings.audio = *AudioSourceSetting::parse("tone");
  options.settings.speaker_id = "none";
  options.listen = 0;
  options.auto_accept = true;
  options.most_remotes = 2;
  options.trace_path = trace;
  return options;
}

/// Of everybody, and of the first remote one view more.
Interests interests() {
  return {{.view = ViewKind::kFigures, .period = Duration::ms(250)},
          {.view = ViewKind::kLog, .period = Duration::ms(250)},
          {.view = ViewKind::kMeasures, .period = Duration::ms(250), .of = kFirstRemote}};
}

json stream(ParticipantId from, Medium medium, const ReceivedView& view) {
  return {{"id", from.value},
          {"medium", std::string(to_string(medium))},
          {"ssrc", view.figures.ssrc},
          {"packets", view.figures.packets},
          {"lost", view.figures.lost.value_or(-1)},
          {"frames_complete", view.figures.frames_complete},
          {"frames_lost", view.figures.frames_lost.value_or(-1)},
          {"rejected", view.figures.rejected},
          {"delay_known", view.figures.delay.mean.has_value()},
          {"measured", static_cast<bool>(view.measures)}};
}

json state(const Endpoint& end) {
  const EndpointView view = end.view();
  json said{{"sentence", view.sentence}, {"stage", std::string(to_string(view.stage))}};
  for (const RemoteView& remote : view.remotes)
    said["remotes"].push_back({{"id", remote.id.value}, {"name", remote.words}});
  const auto snapshot = end.snapshot();
  if (!snapshot) return said;
  for (const ParticipantView& participant : snapshot->remotes)
    for (const Medium medium : kMedia)
      if (participant.received[medium].figures.packets > 0)
        said["received"].push_back(stream(participant.id, medium, participant.received[medium]));
  for (const Medium medium : kMedia) said["sent"][std::string(to_string(medium))] = snapshot->sent[medium].packets;
  for (const RingRow& ring : snapshot->rings) said["drops"][ring.name] = ring.dropped;
  for (const NoticeRow& notice : snapshot->notices) said["notices"].push_back(notice.text);
  const ViewCounts made = end.views_made();
  for (const ViewKind unwanted : {ViewKind::kSplit, ViewKind::kCompensation, ViewKind::kPlayout, ViewKind::kThreads})
    said["made_for_nobody"].push_back(made[static_cast<std::size_t>(unwanted)]);
  return said;
}

/// Of what a trace holds of it: not what its sender only told, nor how it is played.
/// Counts the same, reals within 1e-9: sums may be of another order.
std::vector<std::string> differences(const ReceivedView& a, const ReceivedView& b) {
  std::vector<std::string> found;
  const auto add = [&](const SnapshotFields& of_a, const SnapshotFields& of_b) {
    for (const std::string& each : of_a.differences(of_b)) {
      double one = 0, other = 0;
      const auto values = each.substr(each.rfind(": ") + 2);
      const bool reals = std::sscanf(values.c_str(), "%lf | %lf", &one, &other) == 2;
      if (!reals || !(std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(one)))) found.push_back(each);
    }
  };
  add(SnapshotFields(a.figures), SnapshotFields(b.figures));
  add(SnapshotFields(a.measures), SnapshotFields(b.measures));
  add(SnapshotFields(a.compensation), SnapshotFields(b.compensation));
  return found;
}

/// Each stream's figures, as of all events of the trace, and of those of its participant alone.
json compared(const std::string& path, const std::shared_ptr<const CallSnapshot>& live) {
  std::string error;
  const auto reader = TraceReader::open(path, error);
  if (!reader) return {{"error", error}};
  const Timestamp began = reader->meta().call_began.value_or(Timestamp{});
  Identifier identifier;
  CallAnalyzer all(began);
  std::map<ParticipantId, CallAnalyzer> alone;
  std::map<StreamId, StreamAnnounced> streams;
  std::vector<Record> records;
  const bool whole = reader->read_events(
      [&](const Event& event) {
        const auto whose = identifier.whose(event);
        records.push_back({{}, whose.participant, whose.stream, event});
        if (const auto* announced = get_if<StreamAnnounced>(&event)) streams[announced->id()] = *announced;
      },
      error);
  if (!whole) return {{"error", error}};
  for (const auto& [id, announced] : streams)
    if (announced.key().from != kThisEnd) alone.try_emplace(announced.key().from, began);
  for (const Record& record : records) {
    all.add(record.participant, record.stream, record.event);
    for (auto& [participant, analyzer] : alone)
      if (record.participant == participant || record.participant == kThisEnd)
        analyzer.add(record.participant, record.stream, record.event);
  }
  for (CallAnalyzer* each : {&all}) each->renew();
  json said;
  const Timestamp now = live->local;
  for (const auto& [id, announced] : streams) {
    const ParticipantId from = announced.key().from;
    if (from == kThisEnd) continue;
    CallAnalyzer& own = alone.at(from);
    own.renew();
    const auto together = all.received(id, now), apart = own.received(id, now);
    if (!together || !apart) return {{"error", "stream " + std::to_string(id.value) + " is not known"}};
    json one = stream(from, announced.medium, *apart);
    one["differs"] = differences(*together, *apart);
    ReceivedView shown = live->received(announced.medium, from);
    if (from != kFirstRemote) {  // a trace has no events of others that name no stream: refused packets, playout
      shown.figures.rejected = apart->figures.rejected;
      shown.compensation = apart->compensation;
    }
    if (shown.figures.ssrc == announced.ssrc) one["differs_live"] = differences(shown, *apart);
    said.push_back(one);
  }
  return said;
}

void say(const json& what) {
  std::cout << what.dump() << std::endl;
}

bool wait_for_end(const Endpoint& end) {
  for (int i = 0; i < 1000; ++i) {
    const CallStage stage = end.view().stage;
    if (stage == CallStage::kEnded || stage == CallStage::kIdle) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "conference_end NAME TRACE\n", 2;
  std::string trace = argv[2];  // of the last call
  Endpoint end(options(argv[1], trace), nullptr);
  end.set_interests(interests());
  say({{"port", end.view().control_port}});
  std::string word;
  while (std::cin >> word && word != "end") {
    std::string argument;
    if (word == "call") {
      std::cin >> argument;
      end.post(PlaceCall{"127.0.0.1", static_cast<std::uint16_t>(std::stoi(argument))});
    } else if (word == "sound") {
      std::cin >> argument;
      end.post(SetAudio{*AudioSourceSetting::parse(argument == "on" ? "tone" : "none")});
    } else if (word == "picture") {
      std::cin >> argument;
      end.post(SetVideo{*VideoSourceSetting::parse(argument == "on" ? kPicture : "none")});
    } else if (word == "leave") {
      end.post(HangUp{});
      say({{"left", wait_for_end(end)}});
      continue;
    } else if (word == "record") {
      std::cin >> argument;
      end.post(RecordCall{true, trace = argument});
    }
    say(state(end));
  }
  if (end.view().stage == CallStage::kInCall) {
    end.post(HangUp{});
    wait_for_end(end);
  }
  json said = state(end);
  said["compared"] = compared(trace, end.snapshot());
  say(said);
  return 0;
}
