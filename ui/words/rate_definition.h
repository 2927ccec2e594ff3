#pragma once
// What the panel of rate control says behind its ⓘ.
#include <QtGlobal>

namespace jitterscope {

inline constexpr auto kRateDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>The sound listens to the network and steers the picture. The receiver judges the one-way delays of the "
    "last K = 32, 64 and 128 packets of sound; the sender’s controller searches for the rate that the path leaves "
    "to the picture. <i>Latecki et al. 2004, §3.</i></p>"
    "<p>The K delays are cut into √K groups, each given by its median. <b>PCT</b> (pairwise comparison): steps up "
    "less steps down, of more than ε, over all steps. <b>PDT</b> (pairwise difference): last less first median, "
    "over the sum of all steps. Increasing: one above U and the other above L; decreasing: the mirror; steady: "
    "both within ±L; else ambiguous. ε is never below the measured <b>noise</b> of medians; groups that all lie "
    "within it give PCT and PDT 0, steady.</p>"
    "<p><b>Verdict</b>: what any scale says and none contradicts; steady takes two scales, or the only full one. "
    "Strip: a bar up is increasing, a bar down decreasing, half a bar ambiguous with the way it leans, a line "
    "steady. Over the delay: ╱ increasing, ╲ decreasing, dots ambiguous, a faint fill steady; plain: no verdict, "
    "as after each break, when the windows begin anew.</p>"
    "<p><b>R(t)</b>: the target for the picture, with all headers. A rate that was too much becomes R_max, one "
    "that went well R_min; the next lies half-way; in the end R_min less a margin. 0 = a break, while the queue "
    "drains. <b>Rise</b>: the median of the last 8 delays over their base; it tells of a queue seconds before a "
    "scale is full, so most breaks come from it. <b>Available</b>: what the emulated link leaves to the picture. "
    "H holds delay and target as dashed lines.</p>"
    "<p><b>TCP RTT</b>: the smoothed round trip that the kernel tells of the picture’s connection, while it goes "
    "by TCP; through an emulated link, of the way to the relay.</p>");

}  // namespace jitterscope
