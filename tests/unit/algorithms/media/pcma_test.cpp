#include "core/algorithms/media/pcma.h"

#include <gtest/gtest.h>

#include <vector>

namespace jitterscope {
namespace {

/// The character signal of the standard's tables, whose even bits are inverted on the wire.
int decoded(int character) {
  return pcma_decode(static_cast<std::uint8_t>(character ^ 0x55));
}

TEST(Pcma, HasTheValuesOfG711) {  // table 1a of G.711, values times eight
  EXPECT_EQ(decoded(0b1111'1111), 4032 * 8);
  EXPECT_EQ(decoded(0b1111'0000), 2112 * 8);
  EXPECT_EQ(decoded(0b1110'0000), 1056 * 8);
  EXPECT_EQ(decoded(0b1101'0000), 528 * 8);
  EXPECT_EQ(decoded(0b1100'0000), 264 * 8);
  EXPECT_EQ(decoded(0b1011'0000), 132 * 8);
  EXPECT_EQ(decoded(0b1010'0000), 66 * 8);
  EXPECT_EQ(decoded(0b1001'0000), 33 * 8);
  EXPECT_EQ(decoded(0b1000'0000), 1 * 8);
  EXPECT_EQ(decoded(0b0111'1111), -4032 * 8);  // table 1b
  EXPECT_EQ(decoded(0b0000'0000), -1 * 8);
}

TEST(Pcma, ASilentLineIs0xD5) {
  EXPECT_EQ(pcma_decode(0xD5), 8);
  EXPECT_EQ(pcma_decode(0x55), -8);
}

TEST(Pcma, TheCodesOfEachSignRiseWithTheirValue) {
  for (int character = 129; character < 256; ++character) {
    EXPECT_GT(decoded(character), decoded(character - 1)) << character;
    EXPECT_EQ(decoded(character - 128), -decoded(character)) << character;
  }
}

TEST(Pcma, SpansStopAtTheShorter) {
  const std::vector<std::uint8_t> codes{0xD5, 0x2A};
  std::vector<std::int16_t> samples(3, 7);
  pcma_decode(codes, samples);
  EXPECT_EQ(samples, (std::vector<std::int16_t>{8, -32256, 7}));
}

}  // namespace
}  // namespace jitterscope
