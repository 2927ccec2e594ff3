"""The demo call of 20 s at 640×480, 15 frames/s over loopback loses no packet and no frame, in both directions."""
import json
import pathlib
import unittest

import programs as live


class Demo(unittest.TestCase):
    def test_nothing_is_lost(self):
        with live.folder() as out:
            ends = json.loads(live.run(live.PROGRAM, "demo", "--seconds", 20, "--headless", "--json", "--out", out, timeout=90))
            for name in ("room_a", "room_b"):
                received = ends[name]["received"]
                for medium, done in (("video", "frames_complete"), ("audio", "blocks_played")):
                    with self.subTest(end=name, medium=medium):
                        self.assertEqual(received[medium]["lost"], 0)
                        self.assertEqual(received[medium].get("frames_lost", 0), 0)
                        self.assertEqual(received[medium].get("blocks_lost", 0), 0)
                        self.assertEqual(received[medium]["rejected"], {})
                        self.assertGreater(received[medium][done], 250 if medium == "video" else 500)
            for trace in ("room-a.jscope", "room-b.jscope"):
                drops = live.rows(pathlib.Path(out) / trace, "select ring, max(dropped) from ring_dropped where dropped > 0 group by ring")
                self.assertEqual(drops, [], trace)
            self.assertGreater((pathlib.Path(out) / "window.png").stat().st_size, 20_000)


if __name__ == "__main__":
    unittest.main()
