#include "core/events/link_setting.h"

#include <gtest/gtest.h>

#include "core/events/link_words.h"
#include "core/events/quantity_words.h"

namespace jitterscope::link_setting_test {
namespace {

LinkSetting link_of(std::string_view words) {
  std::string error;
  const auto link = LinkSetting::parse(words, error);
  EXPECT_TRUE(link) << words << ": " << error;
  return link.value_or(LinkSetting{});
}

std::string error_of(std::string_view words) {
  std::string error;
  EXPECT_FALSE(LinkSetting::parse(words, error)) << words;
  return error;
}

TEST(LinkWords, EachWordSetsItsField) {
  const LinkSetting link = link_of(
      "rate=100kbit,limit=10,audio-first,delay=20ms,jitter=5ms,distribution=pareto,correlation=25%,order=free,loss=1%,"
      "gemodel=1%/10%/70%/0,duplicate=0.1%,reorder=2,spikes=900ms/10s/"
      "1s,at=10s:rate=50kbit,at=20s:rate=1mbit:delay=80ms,at=30s:delay=0,trace=cell.up,path=kernel");
  EXPECT_EQ(link.rate, DataRate::kbits_per_second(100));
  EXPECT_EQ(link.limit_packets, 10);
  EXPECT_FALSE(link.limit_bytes);
  EXPECT_TRUE(link.audio_first);
  EXPECT_EQ(link.delay, Duration::ms(20));
  EXPECT_EQ(link.jitter, Duration::ms(5));
  EXPECT_EQ(link.jitter_shape, JitterShape::kPareto);
  EXPECT_DOUBLE_EQ(link.jitter_correlation, 0.25);
  EXPECT_FALSE(link.keep_order);
  EXPECT_EQ(link.loss, 0.01);
  EXPECT_EQ(link.gilbert_elliott, (GilbertElliott{0.01, 0.1, 0.7, 0}));
  EXPECT_EQ(link.duplicate, 0.001);
  EXPECT_EQ(link.reorder, 0.02);
  EXPECT_EQ(link.spikes, (DelaySpikes{Duration::ms(900), Duration::seconds(10), Duration::seconds(1)}));
  const std::vector<LinkStep> steps{{Duration::seconds(10), DataRate::kbits_per_second(50), std::nullopt},
                                    {Duration::seconds(20), DataRate::kbits_per_second(1000), Duration::ms(80)},
                                    {Duration::seconds(30), std::nullopt, Duration()}};
  EXPECT_EQ(link.schedule, steps);
  EXPECT_EQ(link.trace_file, "cell.up");
  EXPECT_TRUE(link.kernel);
}

TEST(LinkWords, ReadBackAsTheSame) {
  const auto reads_back = [](const char* words) {
    const LinkSetting link = link_of(words);
    EXPECT_EQ(link_of(link.to_string()), link) << words << " -> " << link.to_string();
  };
  for (const char* words : {"off", "rate=28.8kbit", "rate=10mbit,limit=0", "limit=32000b", "limit=10/32000b",
                            "audio-first", "delay=1.000001ms", "jitter=0.5ms", "loss=7%", "loss=0.0001%", "loss=100%",
                            "gemodel=1%/10%/70%/0", "spikes=900ms/10s/1s", "trace=a/b c.up"})
    reads_back(words);
  for (const char* words : {"delay=20us,jitter=1ns", "jitter=5ms,distribution=normal,correlation=33.3%,order=free",
                            "duplicate=0.1%,reorder=1%", "at=10s:rate=50kbit,at=1000s:delay=0",
                            "rate=1mbit,path=kernel", "ethernet=10mbit,stations=3"})
    reads_back(words);
  for (const char* words : {"off", "rate=28.8kbit", "queue=10/32000b", "audio-first", "line-loss=7%",
                            "line-gemodel=1%/10%/70%/0", "jitter=5ms,distribution=lomax", "rate=1mbit,path=kernel",
                            "ethernet=10mbit,stations=3", "at=10s:rate=50kbit:delay=20ms"})
    EXPECT_EQ(link_of(words).to_string(), words);
}

TEST(LinkWords, NetemsWordsAreReadAndWrittenAsTheWordsThatSayWhatTheyMeanHere) {
  EXPECT_EQ(link_of("rate=1mbit,limit=20,jitter=1ms,distribution=pareto,loss=1%,gemodel=2%,duplicate=3%,reorder=4%")
                .to_string(),
            "rate=1mbit,queue=20,jitter=1ms,distribution=lomax,line-loss=1%,line-gemodel=2%/98%/100%/"
            "0,line-duplicate=3%,line-reorder=4%");
  for (const std::string_view word :
       {"queue=", "jitter=", "lomax", "line-loss=", "line-gemodel=", "line-duplicate=", "line-reorder="})
    EXPECT_NE(differences_from_netem().find(word), std::string_view::npos) << word << " in the table of differences";
}

TEST(LinkWords, SharesAreTheNearestFractions) {
  for (int permille = 0; permille <= 1000; ++permille) {
    LinkSetting link;
    link.loss = permille / 1000.0;
    EXPECT_EQ(link_of(link.to_string()), link) << link.to_string();
  }
  LinkSetting link;
  link.loss = 1.0 / 3;
  link.rate = DataRate::bits_per_second(1e6 / 7);
  EXPECT_EQ(link_of(link.to_string()), link) << link.to_string();
}

TEST(LinkWords, NothingAndOffAreTheSame) {
  EXPECT_EQ(link_of(""), LinkSetting{});
  EXPECT_EQ(link_of("off"), LinkSetting{});
  EXPECT_EQ(link_of(" delay=1ms , loss=2 "), link_of("delay=1ms,loss=2%"));
}

TEST(LinkWords, GilbertElliottHasNetemsDefaults) {
  EXPECT_EQ(link_of("gemodel=1%").gilbert_elliott, (GilbertElliott{0.01, 0.99, 1, 0}));
  EXPECT_EQ(link_of("gemodel=1%/20%").gilbert_elliott, (GilbertElliott{0.01, 0.2, 1, 0}));
}

TEST(LinkWords, KilobytesAreTcs) {
  EXPECT_EQ(link_of("limit=32kb").limit_bytes, 32 * 1024);
}

TEST(LinkWords, ALaterWordTakesTheEarlierOnesPlace) {
  EXPECT_EQ(link_of("limit=10,limit=3000b"), link_of("limit=3000b"));
  EXPECT_EQ(link_of("dsl,loss=2%").loss, 0.02);
  EXPECT_EQ(link_of("dsl,loss=2%").rate, link_of("dsl").rate);
}

TEST(LinkWords, EachPresetReadsBack) {
  for (const LinkPreset& preset : link_presets()) {
    const LinkSetting link = link_of(preset.name);
    EXPECT_NE(link, LinkSetting{}) << preset.name;
    EXPECT_EQ(link, link_of(preset.words)) << preset.name;
    EXPECT_EQ(link_of(link.to_string()), link) << preset.name;
  }
}

TEST(LinkWords, AnEthernetHasARateAndStations) {
  const LinkSetting link = link_of("ethernet=10mbit,stations=3");
  EXPECT_EQ(link.rate, DataRate::kbits_per_second(10'000));
  EXPECT_EQ(link.ethernet_stations, 3);
  EXPECT_EQ(link_of("ethernet=10mbit").ethernet_stations, 5);
  EXPECT_NE(error_of("stations=5").find("ethernet=10mbit"), std::string::npos);
}

TEST(LinkWords, AnErrorNamesTheWordAndWhatWouldBeRight) {
  const auto says = [](std::string_view words, std::string_view word, std::string_view right) {
    const std::string error = error_of(words);
    EXPECT_NE(error.find("'" + std::string(word) + "'"), std::string::npos) << error;
    EXPECT_NE(error.find(right), std::string::npos) << error;
  };
  says("rate=100kbps", "rate=100kbps", "bytes a second");
  says("rate=100", "rate=100", "rate=100kbit");
  says("delay=20", "delay=20", "delay=20ms");
  says("dsl,loss=101%", "loss=101%", "from 0 to 100");
  says("limit=ten", "limit=ten", "queue=32000b");
  says("speed=1mbit", "speed=1mbit", "rate, queue");
  says("dls", "dls", "dial-up");
  says("audio-first=yes", "audio-first=yes", "without a value");
  says("spikes=1s/1s/2s", "spikes=1s/1s/2s", "at most the period");
  says("at=10s:rate=1mbit,at=5s:rate=2mbit", "at=5s:rate=2mbit", "later");
}

TEST(LinkWords, AbsurdOnesAreRefused) {
  for (const char* words : {"rate=nan",      "rate=infmbit",
                            "rate=-1mbit",   "rate=0bit",
                            "rate=99bit",    "rate=101gbit",
                            "rate=1e6bit",   "rate=.kbit",
                            "rate=",         "rate",
                            "limit=-1",      "limit=1000001",
                            "limit=2048mb",  "limit=1.5",
                            "limit=5/",      "delay=-1ms",
                            "delay=61s",     "delay=nanms",
                            "delay=1",       "jitter=5",
                            "loss=-1%",      "loss=nan",
                            "loss=1%%",      "order=no",
                            "gemodel=",      "gemodel=200",
                            "spikes=1s/0/0", "spikes=1s",
                            "at=5s",         "at=5s:loss=1%",
                            "at=5s:rate=x",  "trace=",
                            "trace=a;b",     "ethernet=10",
                            "path=moon",     "audio-first=1",
                            "loss=1%,dsl",   "="})
    EXPECT_FALSE(error_of(words).empty()) << words;
  for (const char* words : {"correlation=100%", "distribution=gauss", "gemodel=1/2/3/4/5", "ethernet=10mbit,stations=1",
                            "rate=1mbit,,loss=1%", "rate=1mbit limit=10"})
    EXPECT_FALSE(error_of(words).empty()) << words;
  EXPECT_FALSE(error_of(std::string(100'000, 'x')).empty());
}

TEST(LinkWords, TwoDirections) {
  std::string error;
  const auto both = LinkSettings::parse("delay=5ms", error).value();
  EXPECT_EQ(both.up, both.down);
  EXPECT_EQ(both.to_string(), "delay=5ms");
  const auto apart = LinkSettings::parse("up:rate=100kbit,at=1s:rate=50kbit;down:dsl", error).value();
  EXPECT_EQ(apart.up, link_of("rate=100kbit,at=1s:rate=50kbit"));
  EXPECT_EQ(apart.down, link_of("dsl"));
  EXPECT_EQ(LinkSettings::parse(apart.to_string(), error), apart);
  const auto one = LinkSettings::parse("down:loss=5%", error).value();
  EXPECT_EQ(one.up, LinkSetting{});
  EXPECT_EQ(LinkSettings::parse(one.to_string(), error), one);
  EXPECT_TRUE(LinkSettings::parse("off", error)->off());
  EXPECT_EQ(LinkSettings{}.to_string(), "off");
}

TEST(LinkWords, TwoDirectionsOfOneEthernetAreTheSame) {
  std::string error;
  EXPECT_FALSE(LinkSettings::parse("up:ethernet=10mbit;down:off", error));
  EXPECT_NE(error.find("one medium"), std::string::npos);
  EXPECT_FALSE(LinkSettings::parse("up:off;left:off", error));
  EXPECT_NE(error.find("'left'"), std::string::npos);
}

TEST(BackgroundWords, Read) {
  std::string error;
  EXPECT_EQ(BackgroundSetting::parse("500", error), (BackgroundSetting{500, 1, true, 1024}));
  EXPECT_EQ(BackgroundSetting::parse("500,burst=8", error), (BackgroundSetting{500, 8, true, 1024}));
  EXPECT_EQ(BackgroundSetting::parse("62.5,constant,size=512", error), (BackgroundSetting{62.5, 1, false, 512}));
  EXPECT_EQ(BackgroundSetting::parse("", error), BackgroundSetting{});
  EXPECT_EQ(BackgroundSetting::parse("off", error), BackgroundSetting{});
}

TEST(BackgroundWords, ReadBackAsTheSame) {
  std::string error;
  for (const char* words : {"0", "500", "0.1", "500,burst=8", "500,constant", "62.5,burst=2,constant,size=512"})
    EXPECT_EQ(BackgroundSetting::parse(words, error).value().to_string(), words);
}

TEST(BackgroundWords, OthersAreRefused) {
  for (const char* words : {"-1", "nan", "125001", "x", "burst=8", "500,burst=0", "500,burst=1001", "500,size=0",
                            "500,size=1473", "500,loud", "500KB"}) {
    std::string error;
    EXPECT_FALSE(BackgroundSetting::parse(words, error)) << words;
    EXPECT_NE(error.find("500,burst=8"), std::string::npos) << error;
  }
}

TEST(QuantityWords, TheUnitIsTheLargestThatFits) {
  EXPECT_EQ(words_of(Duration::ms(1500)), "1.5s");
  EXPECT_EQ(words_of(Duration::us(1500)), "1.5ms");
  EXPECT_EQ(words_of(Duration::ns(1500)), "1.5us");
  EXPECT_EQ(words_of(Duration()), "0");
  EXPECT_EQ(words_of(DataRate::kbits_per_second(1500)), "1.5mbit");
  EXPECT_EQ(words_of_share(0.07), "7%");
  EXPECT_EQ(decimal_words(0.001), "0.001");
  EXPECT_EQ(decimal_words(1e9), "1000000000");
}

}  // namespace
}  // namespace jitterscope::link_setting_test
