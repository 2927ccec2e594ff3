"""A camera and a microphone are really used: run inside `environment --camera PICTURE --sound`."""
import os
import pathlib
import subprocess
import unittest

import live

PICTURE = os.environ.get("CAMERA_PICTURE", "")


class Devices(unittest.TestCase):
    def test_lists(self):
        listed = live.run(live.PROBE, "list")
        self.assertIn("| FakeCam\n", listed)
        self.assertIn("microphone mic | FakeMicrophone\n", listed)
        self.assertIn("speaker spk | FakeSpeaker\n", listed)

    def test_call_carries_picture_and_speech(self):
        port = live.free_port()
        with live.folder() as name:
            out = pathlib.Path(name)
            live.make_speech(out / "speech.wav")
            listen = [live.PROGRAM, "listen", "--port", port, "--headless", "--json", "--video", "none", "--audio", "none",
                      "--seconds", 14, "--remote-frames", out / "frames", "--record-remote-wav", out / "heard.wav"]
            call = [live.PROGRAM, "call", f"127.0.0.1:{port}", "--headless", "--json", "--video", "camera", "--audio",
                    "microphone", "--seconds", 12]
            with open(out / "caller.log", "w") as log, live.running(*listen) as listener:
                live.wait_until(lambda: live.listens(port), "the listener listens")
                with live.running(*call, log=log) as caller:
                    live.wait_until(lambda: len(list((out / "frames").glob("*"))) > 5, "frames of the camera at the far end")
                    subprocess.run(["paplay", "-d", "micfeed", str(out / "speech.wav")], check=True, timeout=30)
                    live.summary(caller)
                    told = live.summary(listener)
            self.assertEqual(told["received"]["video"]["frames_lost"], 0)
            self.assertGreater(told["received"]["video"]["frames_complete"], 100)
            frames = sorted((out / "frames").glob("*"))
            self.assertLess(live.picture_difference(PICTURE, frames[-1]), 4)
            self.assertGreaterEqual(live.correlation(live.samples(out / "speech.wav"), live.samples(out / "heard.wav")), 0.95)

    def test_unplugged_devices_are_told(self):
        """The camera, then the sound server go away while the probe uses them: a sentence for each, and it ends well."""
        directory = pathlib.Path(os.environ["LIVE_DIR"])
        with live.running(live.PROBE, "watch", 10) as probe:
            live.time.sleep(4)
            for server in ("camera", "pulse"):
                os.kill(int((directory / f"{server}.pid").read_text()), live.signal.SIGTERM)
                live.time.sleep(1)
            said, _ = probe.communicate(timeout=30)
        self.assertEqual(probe.returncode, 0)
        notices = [line for line in said.splitlines() if line.startswith("notice ")]
        for kind in ("camera", "microphone", "loudspeaker"):
            self.assertEqual(sum(f"The {kind} " in line for line in notices), 1, notices)


if __name__ == "__main__":
    unittest.main()
