#!/usr/bin/env python3
"""ITU-T G.107 (narrow-band E-model) written out from its equations, all of them, apart from the program: vectors for
tests/unit/algorithms/quality/g107_vectors_test.cpp. Writes vectors.csv beside itself."""
import csv
import itertools
import math
import os

# Table 2, defaults.
SLR, RLR, STMR, DR, DS, TELR, WEPL = 8.0, 2.0, 15.0, 3.0, 3.0, 65.0, 110.0
QDU, NC, NFOR, PS, PR, ADVANTAGE = 1.0, -70.0, -64.0, 35.0, 35.0, 0.0


def noise_sum():
    """Equations 7-3 to 7-7: No, dBm0p."""
    olr = SLR + RLR
    nos = PS - SLR - DS - 100 + 0.004 * (PS - olr - DS - 14) ** 2
    lstr = STMR + DR  # listener's sidetone rating
    pre = PR + 10 * math.log10(1 + 10 ** ((10 - lstr) / 10))
    nor = RLR - 121 + pre + 0.008 * (pre - 35) ** 2
    nfo = NFOR + RLR
    return 10 * math.log10(sum(10 ** (x / 10) for x in (NC, nos, nor, nfo)))


def basic_ratio():
    return 15 - 1.5 * (SLR + noise_sum())


def simultaneous(ro):
    """Equations 7-8 to 7-17, T = 0 in the sidetone's echo."""
    olr = SLR + RLR
    xolr = olr + 0.2 * (64 + noise_sum() - RLR)
    iolr = 20 * ((1 + (xolr / 8) ** 8) ** (1 / 8) - xolr / 8)
    stmro = -10 * math.log10(10 ** (-STMR / 10) + math.exp(0) * 10 ** (-TELR / 10))
    ist = (12 * (1 + ((stmro - 13) / 6) ** 8) ** (1 / 8) - 28 * (1 + ((stmro + 1) / 19.4) ** 35) ** (1 / 35)
           - 13 * (1 + ((stmro - 3) / 33) ** 13) ** (1 / 13) + 29)
    q = 37 - 15 * math.log10(QDU)
    g = 1.07 + 0.258 * q + 0.0602 * q * q
    y = (ro - 100) / 15 + 46 / 8.4 - g / 9
    z = 46 / 30 - g / 40
    iq = 15 * math.log10(1 + 10 ** y + 10 ** z)
    return iolr + ist + iq


def delay(ro, ta):
    """Equations 7-18 to 7-28, T = Ta, Tr = 2 Ta."""
    idte = 0.0
    if ta >= 1:
        terv = TELR - 40 * math.log10((1 + ta / 10) / (1 + ta / 150)) + 6 * math.exp(-0.3 * ta * ta)
        roe, re = -1.5 * (noise_sum() - RLR), 80 + 2.5 * (terv - 14)
        idte = ((roe - re) / 2 + math.sqrt((roe - re) ** 2 / 4 + 100) - 1) * (1 - math.exp(-ta))
    rle = 10.5 * (WEPL + 7) * (2 * ta + 1) ** -0.25
    idle = (ro - rle) / 2 + math.sqrt((ro - rle) ** 2 / 4 + 169)
    idd = 0.0
    if ta > 100:
        x = math.log10(ta / 100) / math.log10(2)
        idd = 25 * ((1 + x ** 6) ** (1 / 6) - 3 * (1 + (x / 3) ** 6) ** (1 / 6) + 2)
    return idte + idle + idd


def rating(ta, ppl, burst_r, bpl, ie=0.0):
    """Equations 7-1, 7-29."""
    ro = basic_ratio()
    ie_eff = ie + (95 - ie) * ppl / (ppl / burst_r + bpl)
    return ro - simultaneous(ro) - delay(ro, ta) - ie_eff + ADVANTAGE


def mos(r):
    """Annex B."""
    if r <= 0:
        return 1.0
    if r >= 100:
        return 4.5
    return max(1.0, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6)


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.csv")
    with open(path, "w", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["ta_ms", "ppl_percent", "burst_r", "bpl", "r", "mos"])
        for ta, ppl, burst_r, bpl in itertools.product((0, 20, 99, 101, 150, 230, 400, 500), (0, 0.5, 3, 20), (1, 2.5, 8),
                                                       (4.3, 25.1)):
            r = rating(ta, ppl, burst_r, bpl)
            rows.writerow([ta, ppl, burst_r, bpl, f"{r:.6f}", f"{mos(r):.6f}"])


if __name__ == "__main__":
    main()
