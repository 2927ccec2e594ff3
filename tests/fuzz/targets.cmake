# What each fuzz program needs: libraries, single files of libraries that are too large to be taken whole, and how many
# mutations its test tries (about a second).
function(fuzz_target name mutations)
  cmake_parse_arguments(given "" "" "LIBRARIES;SOURCES" ${ARGN})
  list(TRANSFORM given_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)
  set(fuzz_${name}_mutations ${mutations} PARENT_SCOPE)
  set(fuzz_${name}_libraries ${given_LIBRARIES} PARENT_SCOPE)
  set(fuzz_${name}_sources ${given_SOURCES} PARENT_SCOPE)
endfunction()

find_package(CLI11 REQUIRED)

# The network
fuzz_target(rtp 80000 LIBRARIES core_playout core_rtp)
fuzz_target(rtcp 80000 LIBRARIES core_rtp)
fuzz_target(app 80000 LIBRARIES core_rtp)
fuzz_target(rtp_jpeg 80000 LIBRARIES core_playout core_rtp)
fuzz_target(framed 27000 LIBRARIES core_rtp)
fuzz_target(reassembler 12000 LIBRARIES core_rtp core_playout)
fuzz_target(intake 2000 LIBRARIES core_steps SOURCES tests/goldens/receiving_end.cpp)
fuzz_target(lines 20000 LIBRARIES core_net)
fuzz_target(control 40000 LIBRARIES core_signalling)
fuzz_target(call 800 LIBRARIES core_signalling)
fuzz_target(sdp 80000 LIBRARIES core_rtp core_record)

# Files
fuzz_target(wav 20000 LIBRARIES core_capture)
fuzz_target(jpeg 20000 LIBRARIES core_rtp core_media SOURCES core/call/capture/still_source.cpp)
fuzz_target(csv 40000 LIBRARIES core_measures core_record)
fuzz_target(irtt 40000 LIBRARIES core_measures core_record)
fuzz_target(captures 8000 LIBRARIES core_measures core_record)
fuzz_target(rtpdump 12000 LIBRARIES core_measures core_record)
fuzz_target(gzip 2000 LIBRARIES core_record ZLIB::ZLIB)
fuzz_target(trace 180 LIBRARIES core_record)
fuzz_target(trace_values 60 LIBRARIES core_record)
fuzz_target(anonymous 20000 LIBRARIES core_record)
fuzz_target(rates 80000 LIBRARIES core_rate core_record)
fuzz_target(mahimahi 80000 LIBRARIES core_link)

# Words, and what other processes and the kernel say
fuzz_target(link_words 80000 LIBRARIES core_events)
fuzz_target(option_words 80000 LIBRARIES core_signalling core_net core_record core_rate CLI11::CLI11
  SOURCES app/command_line/call_options.cpp app/command_line/option_list.cpp app/command_line/output.cpp
  core/call/analysis/controller_choice.cpp core/lab/engine/lab_settings.cpp)
fuzz_target(printable 40000 LIBRARIES core_units nlohmann_json::nlohmann_json SOURCES app/command_line/output.cpp)
fuzz_target(class_request 80000 LIBRARIES core_scheduling)
fuzz_target(relay 40000 LIBRARIES app_relay)
fuzz_target(kernel_texts 80000 LIBRARIES core_net SOURCES core/call/analysis/thread_files.cpp)

# Labs of other machines
fuzz_target(labs 1500 LIBRARIES core_lab)
