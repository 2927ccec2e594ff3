// The text of packet lists as spreadsheets, R and others write it.
#include <gtest/gtest.h>

#include "core/record/import/csv_import.h"

namespace jitterscope::list_text_test {
namespace {

std::string refused(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parse_csv(text, error).has_value());
  return error;
}

/// Three packets, whatever wraps them.
void expect_three(std::string_view text, Timestamp second = Timestamp::ns(30'000)) {
  SCOPED_TRACE(text);
  std::string error;
  const auto streams = parse_csv(text, error);
  ASSERT_TRUE(streams) << error;
  ASSERT_EQ(streams->size(), 1u);
  const PacketColumns& packets = streams->front().packets;
  ASSERT_EQ(packets.size(), 3u);
  EXPECT_EQ(packets.sequence(0), 7);
  EXPECT_EQ(packets.sent(0), Timestamp::ns(10'000));
  EXPECT_EQ(packets.received(0), Timestamp::ns(20'000));
  EXPECT_EQ(packets.received(1), second);
  EXPECT_EQ(packets.sequence(2), 9);
}

TEST(ListText, FieldsMayBeQuotedAsRfc4180HasIt) {
  expect_three("\"seq\",\"send_us\",\"recv_us\"\n\"7\",\"10\",\"20\"\n8, \"\" ,\"30\"\r\n \"9\" ,30,40");
  expect_three(
      "seq,note,send_us,recv_us\n7,\"a \"\"b\"\", c\",10,20\n8,\"two\nlines\r\nor \"\"three\"\"\",20,30\n"
      "9,\"\",30,40\n");
  expect_three("seq,note,send_us,recv_us\n7,5\" disk,10,20\n8,a\"b\"c,20,30\n9,\"\"\"\",30,40\n");
}

TEST(ListText, AQuoteThatIsWrongIsSaidWithItsLine) {
  const std::string head = "seq,note,send_us,recv_us\n1,\"a\nb\",2,3\n";
  EXPECT_EQ(
      refused(head + "2,\"x,3,4\n3,y,5,6\n"),
      "line 4: a field begins with a quote that is never closed. Close it, or double it if it is part of the text");
  EXPECT_EQ(refused(head + "2,\"x\"y,3,4\n"),
            "line 4: a field goes on after its closing quote. Double the quotes that are part of the text");
  EXPECT_EQ(refused(head + "2,x,3\n"), "line 4: 4 fields expected, 3 found");
  EXPECT_EQ(
      refused("seq,\"send_us,recv_us\n1,2,3\n"),
      "line 1: a field begins with a quote that is never closed. Close it, or double it if it is part of the text");
}

TEST(ListText, TheHeaderTellsTheSeparator) {
  expect_three("seq;send_us;recv_us\n7;10;20\n8;;30\n9;30;40\n");
  expect_three("seq\tsend_us\trecv_us\tsize\n7\t10\t20\t\n8\t\t30\t\n\t\n9\t30\t40\t1\n");
  expect_three("size\tseq\tsend_us\trecv_us\n\t7\t10\t20\n\t8\t\t30\n1\t9\t30\t40\n");
  expect_three("sep=;\n\"seq\";send_us;recv_us;\"a;b\"\n7;10;20;\n8;20;30;\"x;y\"\n9;30;40;,\n");
  expect_three("\"sep=\t\"\r\nseq\tsend_us\trecv_us\r\n7\t10\t20\r\n8\t20\t30\r\n9\t30\t40\r\n");
  expect_three("  seq   send_us recv_us\n  7  10 20  \n8 NA   30\n\n 9\t30 40\n");
  EXPECT_EQ(refused("seq;send_us;recv_us\n1,2,3\n"), "line 2: 3 fields expected, 1 found");
}

TEST(ListText, DecimalCommasAreReadWhereTheyCanBeNothingElse) {
  const auto half = Timestamp::ns(30'500);
  expect_three("seq;send_us;recv_us\n7;10,0;20\n8;;30,5\n9;30;40,25\n", half);
  expect_three("seq\tsend_us\trecv_us\n7\t10\t20,000\n8\t20\t30,500\n9\t30\t1234567,125\n", half);
  expect_three("seq,send_us,recv_us\n7,10,20\n8,20,\"30,5\"\n9,30,40\n", half);
  expect_three("seq;send_us;recv_us\n7;10;20\n8;0,125;30,500\n9;30;40\n", half);
  const std::string head = "seq;send_us;recv_us\n1;2;3\n";
  EXPECT_EQ(
      refused(head + "2;4;30,500\n3;5;40,250\n"),
      "line 3: recv_us is \"30,500\", which may be 30.5 or 30500. Write decimals with a point, and no separators of "
      "thousands");
  EXPECT_EQ(refused(head + "2;4;1,234,567\n"), "line 3: recv_us is \"1,234,567\", not a time in microseconds");
  EXPECT_EQ(refused(head + "2;4;1.234,5\n"), "line 3: recv_us is \"1.234,5\", not a time in microseconds");
  EXPECT_EQ(refused(head + "2;4,5;6.25\n"),
            "line 3: recv_us is \"6.25\", where others have a decimal comma. Write all decimals with a point");
  EXPECT_EQ(refused(head + "2;4.5;6,25\n"),
            "line 3: recv_us is \"6,25\", where others have a decimal point. Write all decimals with a point");
}

TEST(ListText, NamesOfRowsAsRWritesThemAreNoColumn) {
  expect_three("\"\",\"seq\",\"send_us\",\"recv_us\"\n\"1\",7,10,20\n\"2\",8,NA,30\n\"3\",9,30,40\n");
  expect_three("\"seq\",\"send_us\",\"recv_us\"\n\"1\",7,10,20\n\"2\",8,NA,30\n\"3\",9,30,40\n");
  expect_three("\"seq\" \"send_us\" \"recv_us\"\n\"1\" 7 10 20\n\"2\" 8 NA 30\n\"3\" 9 30 40\n");
  expect_three("seq;send_us;recv_us\nrow a;7;10;20\nrow b;8;20;30\n10;9;30;40\n");
  expect_three("seq,send_us,recv_us\n1,7,10,20\n2,8,20,30\n3,9,30,40\n");
  expect_three(",seq,send_us,recv_us\n0,7,10.0,20.0\n1,8,,30.0\n2,9,30.0,40.0\n");
  EXPECT_EQ(refused("seq,send_us,recv_us\n1,100,200,160\n2,20100,20200,160\n"), "line 2: 3 fields expected, 4 found");
  EXPECT_EQ(refused("\"seq\",\"send_us\",\"recv_us\"\n\"1\",7,10,20\n\"2\",8,30\n"),
            "line 3: 4 fields expected, 3 found");
}

std::string utf16(std::string_view text, bool big_endian, bool mark) {
  std::string bytes = !mark ? "" : big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : text) bytes += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return bytes;
}

TEST(ListText, Utf16IsReadByItsMarkOrItsZeroBytes) {
  const std::string list = "seq,send_us,recv_us\r\n7,10,20\r\n8,,30\r\n9,30,40\r\n";
  for (const bool big_endian : {false, true})
    for (const bool mark : {false, true}) {
      expect_three(utf16(list, big_endian, mark));
      expect_three(utf16(list, big_endian, mark) + '\n');
    }
}

TEST(ListText, LinesMayEndInACarriageReturnAlone) {
  expect_three("seq,send_us,recv_us\r7,10,20\r8,,30\r\r9,30,40\r");
  expect_three("\xEF\xBB\xBFseq,send_us,recv_us\r\r\n7,10,20\r\r\n8,,30\n9,30,40");
  EXPECT_EQ(refused("seq,send_us,recv_us\r1,2,3\r\n\nx,2,3\r"), "line 4: seq is \"x\", not a sequence number");
}

TEST(ListText, NamesOfColumnsMayHaveOtherLetterCase) {
  expect_three("SEQ,Send_us,\"Recv_US\"\n7,10,20\n8,,30\n9,30,40\n");
  expect_three("Seq,seq,send_us,recv_us\n1,7,10,20\n1,8,,30\n1,9,30,40\n");
  EXPECT_NE(refused("Seq,SEQ,send_us,recv_us\n").find("twice"), std::string::npos);
}

TEST(ListText, RowsThatSayNothingAreNone) {
  expect_three("seq,send_us,recv_us,note\n7,10,20,\n,,,\n8,,30,\n9,30,40,\n,,,\n");
}

}  // namespace
}  // namespace jitterscope::list_text_test
