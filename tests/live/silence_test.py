"""One end is killed: the other says so in plain words within five seconds."""
import signal
import time
import unittest

import programs as live


class Silence(unittest.TestCase):
    def dies(self, kill_signal):
        port = live.free_port()
        common = ["--headless", "--json", "--seconds", 30]
        with live.running(live.PROGRAM, "listen", "--port", port, *common) as listener:
            live.wait_until(lambda: live.listens(port), "the listener listens")
            with live.running(live.PROGRAM, "call", f"127.0.0.1:{port}", *common) as caller:
                time.sleep(3)
                listener.send_signal(kill_signal)
                began = time.monotonic()
                try:
                    told = live.summary(caller, timeout=15, status=1)
                finally:
                    if kill_signal == signal.SIGSTOP:
                        listener.kill()
                self.assertLess(time.monotonic() - began, 7)  # five to notice, the rest to leave
                self.assertLess(told["duration_s"], 9)
                self.assertTrue(told["ended"])
                return told["ended"]

    def test_killed(self):
        self.dies(signal.SIGKILL)

    def test_frozen(self):
        self.dies(signal.SIGSTOP)


if __name__ == "__main__":
    unittest.main()
