#include "core/events/link_setting.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/events/link_words.h"
#include "core/events/quantity_words.h"

namespace jitterscope {
namespace {

constexpr std::size_t kLongestWords = 65'536;
constexpr std::size_t kMostSteps = 1000;
constexpr int kMostPackets = 1'000'000;
constexpr Duration kLongestDelay = Duration::seconds(60);

std::string_view trimmed(std::string_view words) {
  const auto first = words.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return words.substr(first, words.find_last_not_of(" \t") - first + 1);
}

/// Takes what stands before the next separator off the front of `words`.
std::string_view take(std::string_view& words, char separator) {
  const auto at = std::min(words.find(separator), words.size());
  const auto head = words.substr(0, at);
  words.remove_prefix(std::min(at + 1, words.size()));
  return trimmed(head);
}

template <typename Target, typename Value>
bool store(Target& target, const std::optional<Value>& value) {
  if (value) target = *value;
  return value.has_value();
}

std::optional<Duration> delay_of(std::string_view words) {
  const auto delay = parse_duration(words);
  return delay && *delay <= kLongestDelay ? delay : std::nullopt;
}

bool read_limit(std::string_view words, LinkSetting& link) {  // 10, 32000b, 10/32000b
  link.limit_packets.reset();
  link.limit_bytes.reset();
  if (words.find('/') == std::string_view::npos)
    return store(link.limit_packets, parse_count(words, 0, kMostPackets)) ||
           store(link.limit_bytes, parse_bytes(words));
  const auto packets = take(words, '/');
  return store(link.limit_packets, parse_count(packets, 0, kMostPackets)) &&
         store(link.limit_bytes, parse_bytes(words));
}

bool read_gilbert_elliott(std::string_view words, LinkSetting& link) {
  GilbertElliott model;
  if (!store(model.p, parse_share(take(words, '/')))) return false;
  model.r = 1 - model.p;  // netem's default
  for (double* share : {&model.r, &model.bad_loss, &model.good_loss})
    if (!words.empty() && !store(*share, parse_share(take(words, '/')))) return false;
  link.gilbert_elliott = model;
  return words.empty();
}

bool read_spikes(std::string_view words, LinkSetting& link) {
  DelaySpikes spikes;
  if (!store(spikes.height, delay_of(take(words, '/'))) || !store(spikes.period, parse_duration(take(words, '/'))) ||
      !store(spikes.width, parse_duration(words)))
    return false;
  link.spikes = spikes;
  return spikes.width.ns() > 0 && spikes.width <= spikes.period;
}

bool read_step(std::string_view words, LinkSetting& link) {
  LinkStep step;
  if (!store(step.at, parse_duration(take(words, ':'))) || words.empty() || link.schedule.size() >= kMostSteps)
    return false;
  while (!words.empty()) {
    std::string_view value = take(words, ':');
    const auto key = take(value, '=');
    if (key == "rate" ? !store(step.rate, parse_rate(value)) : key != "delay" || !store(step.delay, delay_of(value)))
      return false;
  }
  if (!link.schedule.empty() && step.at <= link.schedule.back().at) return false;
  link.schedule.push_back(step);
  return true;
}

bool read_shape(std::string_view word, LinkSetting& link) {
  constexpr std::string_view kFormer = "pareto";
  return store(link.jitter_shape,
               word == kFormer ? std::optional(JitterShape::kPareto) : value_of_word<JitterShape>(word));
}

bool read_ethernet(std::string_view words, LinkSetting& link) {
  if (!link.ethernet_stations) link.ethernet_stations = 5;
  return store(link.rate, parse_rate(words));
}

struct Word {
  std::string_view key;
  bool (*read)(std::string_view value, LinkSetting& link);
  std::string_view right;
};
using S = std::string_view;
constexpr auto kWords = std::to_array<Word>({
    {"rate", [](S value, LinkSetting& l) { return store(l.rate, parse_rate(value)); },
     "a number with bit, kbit, mbit or gbit (bits a second, 100bit to 100gbit), for example rate=100kbit"},
    {"queue", read_limit,
     "packets that may wait (queue=10), bytes with b or kb of 1024 (queue=32000b), or both (queue=10/32000b); a live "
     "link holds at most 6400 "
     "packets"},
    {"delay", [](S value, LinkSetting& l) { return store(l.delay, delay_of(value)); },
     "a time with us, ms or s, at most 60s, for example delay=20ms"},
    {"jitter", [](S value, LinkSetting& l) { return store(l.jitter, delay_of(value)); },
     "a time with us, ms or s, at most 60s, for example jitter=5ms"},
    {"distribution", read_shape, "uniform, normal or lomax, for example distribution=normal"},
    {"correlation",
     [](S value, LinkSetting& l) {
       return store(l.jitter_correlation, parse_share(value)) && l.jitter_correlation <= 0.99;
     },
     "percent from 0 to 99, for example correlation=25%"},
    {"order",
     [](S value, LinkSetting& l) {
       l.keep_order = value == "keep";
       return l.keep_order || value == "free";
     },
     "keep, or free where jitter may reorder"},
    {"line-loss", [](S value, LinkSetting& l) { return store(l.loss, parse_share(value)); },
     "percent from 0 to 100, for example line-loss=1%"},
    {"line-gemodel", read_gilbert_elliott,
     "one to four percentages p/r/1-h/1-k (good to bad, bad to good, loss in bad, loss in good), for example "
     "line-gemodel=1%/10%/70%/0"},
    {"line-duplicate", [](S value, LinkSetting& l) { return store(l.duplicate, parse_share(value)); },
     "percent from 0 to 100, for example line-duplicate=0.1%"},
    {"line-reorder", [](S value, LinkSetting& l) { return store(l.reorder, parse_share(value)); },
     "percent from 0 to 100 of packets that skip the delay, for example line-reorder=1%"},
    {"spikes", read_spikes, "height/period/width with the width at most the period, for example spikes=900ms/10s/1s"},
    {"at", read_step,
     "a time later than the step before, then rate, delay or both, for example at=10s:rate=50kbit:delay=80ms"},
    {"trace",
     [](S value, LinkSetting& l) {
       l.trace_file = value;
       return !value.empty() && value.find(';') == S::npos;
     },
     "the name of a mahimahi trace file without comma or semicolon"},
    {"ethernet", read_ethernet, "the medium's rate, for example ethernet=10mbit,stations=5"},
    {"stations", [](S value, LinkSetting& l) { return store(l.ethernet_stations, parse_count(value, 2, 64)); },
     "from 2 to 64 stations on the Ethernet, for example ethernet=10mbit,stations=5"},
    {"path",
     [](S value, LinkSetting& l) {
       l.kernel = value == "kernel";
       return l.kernel || value == "relay";
     },
     "relay, or kernel for a real interface queue"},
    {"audio-first",
     [](S value, LinkSetting& l) {
       l.audio_first = value.empty();
       return l.audio_first;
     },
     "audio-first alone, without a value"},
});

/// netem's words for what is not quite netem's here: still read, never written.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kFormerWords{{{"limit", "queue"},
                                                                                     {"loss", "line-loss"},
                                                                                     {"gemodel", "line-gemodel"},
                                                                                     {"duplicate", "line-duplicate"},
                                                                                     {"reorder", "line-reorder"}}};

std::string_view present_word(std::string_view key) {
  for (const auto& [former, present] : kFormerWords)
    if (key == former) return present;
  return key;
}

std::string names_of_presets() {
  std::string names;
  for (const LinkPreset& preset : link_presets()) names += std::string(preset.name) + ", ";
  return names + "off";
}

std::string unknown(std::string_view word) {
  std::string keys;
  for (const Word& known : kWords) keys += (keys.empty() ? "" : ", ") + std::string(known.key);
  return "unknown word '" + std::string(word) + "' in the link: the words are " + keys +
         "; a name may stand first: " + names_of_presets();
}

std::string wrong(std::string_view entry, const Word& known) {
  std::string reason = "cannot read '" + std::string(entry) + "': ";
  if (entry.ends_with("bps")) reason += "tc reads bps as bytes a second, so say bits with bit, kbit or mbit; ";
  return reason + std::string(known.key) + " is " + std::string(known.right);
}

bool read_entry(std::string_view entry, LinkSetting& link, std::string& error) {
  std::string_view value = entry;
  const auto key = present_word(take(value, '='));
  const auto* known = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) { return word.key == key; });
  const bool assigned = entry.find('=') != std::string_view::npos;
  if (known == kWords.end())
    error = unknown(entry);
  else if (assigned == (key == "audio-first") || !known->read(trimmed(value), link))
    error = wrong(entry, *known);
  else
    return true;
  return false;
}

/// A preset's name at the front of `words` is taken off and gives the setting that the other words change.
LinkSetting take_preset(std::string_view& words) {
  std::string_view rest = words;
  const auto name = take(rest, ',');
  for (const LinkPreset& preset : link_presets()) {
    if (preset.name != name) continue;
    words = rest;
    std::string never;
    return LinkSetting::parse(preset.words, never).value_or(LinkSetting{});
  }
  if (name == "off") words = rest;
  return {};
}

std::string step_words(const LinkStep& step) {
  std::string words = "at=" + words_of(step.at);
  if (step.rate) words += ":rate=" + words_of(*step.rate);
  if (step.delay) words += ":delay=" + words_of(*step.delay);
  return words;
}

}  // namespace

std::optional<LinkSetting> LinkSetting::parse(std::string_view words, std::string& error) {
  if (words.size() > kLongestWords) {
    error = "the link's description is too long";
    return std::nullopt;
  }
  words = trimmed(words);
  LinkSetting link = take_preset(words);
  while (!words.empty())
    if (!read_entry(take(words, ','), link, error)) return std::nullopt;
  if (link.ethernet_stations && !link.rate) {
    error = "stations share an Ethernet: give its rate, for example ethernet=10mbit,stations=" +
            std::to_string(*link.ethernet_stations);
    return std::nullopt;
  }
  return link;
}

std::string LinkSetting::to_string() const {
  const LinkSetting unset;
  std::string words;
  const auto add = [&words](bool changed, std::string_view key, const std::string& value) {
    if (changed) words += (words.empty() ? "" : ",") + std::string(key) + "=" + value;
  };
  const auto medium = words_of(rate.value_or(DataRate::kbits_per_second(10'000)));
  add(ethernet_stations.has_value(), "ethernet", medium);
  add(ethernet_stations.has_value(), "stations", std::to_string(ethernet_stations.value_or(0)));
  add(rate && !ethernet_stations, "rate", medium);
  const std::string packets = limit_packets ? std::to_string(*limit_packets) : "";
  const std::string bytes = limit_bytes ? std::to_string(*limit_bytes) + "b" : "";
  add(limit_packets || limit_bytes, "queue", packets + (limit_packets && limit_bytes ? "/" : "") + bytes);
  if (audio_first) words += words.empty() ? "audio-first" : ",audio-first";
  add(delay != unset.delay, "delay", words_of(delay));
  add(jitter != unset.jitter, "jitter", words_of(jitter));
  add(jitter_shape != unset.jitter_shape, "distribution", std::string(jitterscope::to_string(jitter_shape)));
  add(jitter_correlation > 0, "correlation", words_of_share(jitter_correlation));
  add(!keep_order, "order", "free");
  add(loss > 0, "line-loss", words_of_share(loss));
  if (const auto& model = gilbert_elliott)
    add(true, "line-gemodel",
        words_of_share(model->p) + "/" + words_of_share(model->r) + "/" + words_of_share(model->bad_loss) + "/" +
            words_of_share(model->good_loss));
  add(duplicate > 0, "line-duplicate", words_of_share(duplicate));
  add(reorder > 0, "line-reorder", words_of_share(reorder));
  if (spikes)
    add(true, "spikes", words_of(spikes->height) + "/" + words_of(spikes->period) + "/" + words_of(spikes->width));
  for (const LinkStep& step : schedule) words += (words.empty() ? "" : ",") + step_words(step);
  add(!trace_file.empty(), "trace", trace_file);
  add(kernel, "path", "kernel");
  return words.empty() ? "off" : words;
}

std::optional<LinkSettings> LinkSettings::parse(std::string_view words, std::string& error) {
  words = trimmed(words);
  if (!words.starts_with("up:") && !words.starts_with("down:")) {
    if (words.find(';') != std::string_view::npos) {
      std::string joined(words);
      std::ranges::replace(joined, ';', ',');
      error =
          "';' stands between the two directions, up:SPEC;down:SPEC. Within one, words are joined by commas: " + joined;
      return std::nullopt;
    }
    const auto both = LinkSetting::parse(words, error);
    return both ? std::optional(LinkSettings{*both, *both}) : std::nullopt;
  }
  LinkSettings links;
  while (!words.empty()) {
    std::string_view spec = take(words, ';');
    const auto way = take(spec, ':');
    if (way != "up" && way != "down") {
      error = "cannot read '" + std::string(way) +
              "': two directions are written as up:SPEC;down:SPEC, for example up:rate=100kbit;down:off. Within one, "
              "words are "
              "joined by commas";
      return std::nullopt;
    }
    const auto link = LinkSetting::parse(spec, error);
    if (!link) return std::nullopt;
    (way == "up" ? links.up : links.down) = *link;
  }
  if ((links.up.ethernet_stations || links.down.ethernet_stations) && links.up != links.down) {
    error =
        "a shared Ethernet is one medium for both directions: write ethernet=10mbit,stations=5 without up: and down:";
    return std::nullopt;
  }
  return links;
}

std::string LinkSettings::to_string() const {
  return up == down ? up.to_string() : "up:" + up.to_string() + ";down:" + down.to_string();
}

const std::vector<LinkPreset>& link_presets() {
  static const std::vector<LinkPreset> presets{
      {"dial-up", "Dial-up modem, 28.8 kbit/s", "rate=28.8kbit,queue=10,delay=60ms"},
      {"tight", "Tight link, 100 kbit/s with a queue of 32 kB", "rate=100kbit,queue=32000b"},
      {"dsl", "DSL at 1 Mbit/s each way", "rate=1mbit,queue=50,delay=15ms,jitter=1ms"},
      {"3g", "3G mobile, 1 Mbit/s",
       "rate=1mbit,queue=100,delay=60ms,jitter=15ms,distribution=normal,correlation=25%,line-loss=0.5%"},
      {"wi-fi", "Busy Wi-Fi, 20 Mbit/s",
       "rate=20mbit,queue=100,delay=2ms,jitter=1ms,distribution=lomax,line-gemodel=0.5%/25%/50%/0"},
      {"satellite", "Geostationary satellite, 2 Mbit/s", "rate=2mbit,queue=100,delay=270ms,jitter=2ms,line-loss=0.2%"},
      {"ethernet", "Shared Ethernet, 10 Mbit/s with 5 stations", "ethernet=10mbit,stations=5"}};
  return presets;
}

std::string_view differences_from_netem() {
  return "Words that differ from tc netem's (its own are still read as the words here):\n"
         "  queue=20          netem's limit holds all packets inside, those under way too; this is the wait before "
         "the\n"
         "                    rate alone, as pfifo's or bfifo's limit\n"
         "  jitter=5ms        keeps the order, each packet at the earliest behind the one before; netem lets jitter\n"
         "                    reorder unless a rate holds its queue (here order=free)\n"
         "  distribution=lomax  Pareto's shape 3 from 0 up: mean delay + jitter/2; netem's pareto has its mean at the\n"
         "                    delay and begins 2/3 jitter before it\n"
         "  line-loss=1%, line-gemodel=1%/10%/70%/0  behind the rate: a lost packet has used it; netem loses before\n"
         "  line-duplicate=0.1%  the second copy uses no rate; netem's waits and is sent like the first\n"
         "  line-reorder=1%   skips the delay behind the rate; netem's skips the rate's queue too\n";
}

std::optional<BackgroundSetting> BackgroundSetting::parse(std::string_view words, std::string& error) {
  BackgroundSetting setting;
  words = trimmed(words);
  bool first = true;
  while (!words.empty()) {
    const auto entry = take(words, ',');
    std::string_view value = entry;
    const auto key = take(value, '=');
    bool good = true;
    if (first)
      good = entry == "off" ||
             (store(setting.kilobytes_per_second, parse_decimal(entry)) && setting.kilobytes_per_second <= 125'000);
    else if (entry == "poisson" || entry == "constant")
      setting.poisson = entry == "poisson";
    else if (key == "burst")
      good = store(setting.burst, parse_count(value, 1, 1000));
    else
      good = key == "size" && store(setting.packet_bytes, parse_count(value, 1, 1472));
    if (!good) {
      error = "cannot read '" + std::string(entry) +
              "' in the background load: write KB/s of UDP payload (0 to 125000), then "
              "burst=1...1000, size=1...1472 bytes, poisson or constant, for example 500,burst=8,constant";
      return std::nullopt;
    }
    first = false;
  }
  return setting;
}

std::string BackgroundSetting::to_string() const {
  const BackgroundSetting unset;
  std::string words = decimal_words(kilobytes_per_second);
  if (burst != unset.burst) words += ",burst=" + std::to_string(burst);
  if (!poisson) words += ",constant";
  if (packet_bytes != unset.packet_bytes) words += ",size=" + std::to_string(packet_bytes);
  return words;
}

}  // namespace jitterscope
