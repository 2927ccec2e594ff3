#include "ui/words/playout_words.h"

#include "ui/words/text.h"

namespace jitterscope {

QString playout_name(const PlayoutSetting& setting) {
  switch (setting.kind) {
    case PlayoutPolicyKind::kExpand: return "E";
    case PlayoutPolicyKind::kFixed: return "I " + QString::number(setting.delay.ms(), 'g', 4) + QChar(0x00A0) + "ms";
    case PlayoutPolicyKind::kOptimum: return "I optimum";
    case PlayoutPolicyKind::kRamjee1: return "Ramjee 1";
    case PlayoutPolicyKind::kRamjee2: return "Ramjee 2";
    case PlayoutPolicyKind::kRamjee3: return "Ramjee 3";
    case PlayoutPolicyKind::kRamjee4: return "Ramjee 4";
    case PlayoutPolicyKind::kQueueMonitoring: return "QM";
  }
  return {};
}

QString playout_sentence(const PlayoutSetting& setting) {
  switch (setting.kind) {
    case PlayoutPolicyKind::kExpand:
      return "E-policy: nothing is thrown away; what comes late is played late, and the delay stays (claypool98 §8.1)";
    case PlayoutPolicyKind::kFixed:
      return "I-policy with a fixed delay: what comes later than that is not played (claypool98 §8.1)";
    case PlayoutPolicyKind::kOptimum:
      return "I-policy whose delay follows the optimum of the last minute (claypool98 §8.1), of transits from capture";
    case PlayoutPolicyKind::kRamjee1:
      return "Smoothed mean of the delay and four deviations, slow to follow (Ramjee et al. 1994, algorithm 1)";
    case PlayoutPolicyKind::kRamjee2:
      return "As 1, but follows a growing delay faster (Ramjee et al. 1994, algorithm 2)";
    case PlayoutPolicyKind::kRamjee3:
      return "The smallest delay of the talkspurt before and four deviations (Ramjee et al. 1994, algorithm 3)";
    case PlayoutPolicyKind::kRamjee4:
      return "As 1, and follows spikes of the delay while they last (Ramjee et al. 1994, algorithm 4)";
    case PlayoutPolicyKind::kQueueMonitoring:
      return "Queue monitoring: starts as E, and throws a unit away when the queue has been long for a while (Stone "
             "and "
             "Jeffay 1995)";
  }
  return {};
}

QString medium_name(Medium medium) {
  return medium == Medium::kAudio ? "Audio" : "Video";
}

}  // namespace jitterscope
