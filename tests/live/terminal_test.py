"""What is printed has no control or escape sequences of a file's fields, names or schema, and says so where it cannot be
written."""
import re
import sqlite3
import subprocess

import programs as live

# Of ASCII and of Latin-1 (a CSI in one character), but lines and tabs; marks that turn the direction of writing.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
TITLE = "\x1b]0;taken\x07\x9b31m\u202e"


def clean(what, *words, wanted):
    done = live.ended(*words)
    said = done.stdout + done.stderr
    live.check(done.status == wanted and said and not CONTROL.search(said), f"{what}: {done.status}, {said[:300]!r}")
    return done


with live.folder() as folder:
    (folder / "field.csv").write_text(f"seq,send_us,recv_us\n1,{TITLE},3\n")
    clean("a field of a CSV", "analyze", folder / "field.csv", wanted=1)
    (folder / "head.csv").write_text(f"seq,send_us,recv_us,{TITLE}\n1,{TITLE},x,4\n")
    clean("a column's name", "analyze", folder / "head.csv", wanted=1)
    clean("a file's name", "analyze", folder / f"none{TITLE}.csv", wanted=1)
    clean("a folder's name", "call", "127.0.0.1:9", "--headless", "--trace", folder / f"none{TITLE}" / "a.jscope", wanted=1)
    named = folder / f"good{TITLE}.csv"
    named.write_text("seq,send_us,recv_us\n" + "".join(f"{i},{i * 20000},{i * 20000 + 40}\n" for i in range(50)))
    clean("the name of a file that can be read", "analyze", named, wanted=0)
    json = clean("its JSON", "analyze", named, "--json", wanted=0).json()
    live.check(json["file"] == str(named), f"JSON gives it back: {json['file']!r}")
    schema = folder / "schema.jscope"
    with sqlite3.connect(schema) as made:
        made.execute("PRAGMA application_id = 0x4A534350")  # else it is refused by its head, and nothing of it is read
        made.execute("PRAGMA user_version = 7")
        made.execute(f'CREATE TABLE "{TITLE}" (a)')
        made.execute(f'CREATE TABLE meta (key, value, "{TITLE}")')
        made.execute(f"INSERT INTO meta (key, value) VALUES ('{TITLE}', '{TITLE}'), ('host', '{TITLE}'), ('program_version', '{TITLE}')")
        made.execute(f'CREATE TABLE stream ("{TITLE}" UNIQUE)')
    read = clean("an SQLite schema", "analyze", schema, wanted=1)
    live.check("is not a Jitterscope trace" not in read.stderr, "which was read")
    with sqlite3.connect(schema) as made:
        made.executescript(f"""PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE TABLE "{TITLE}" (a "{TITLE}" no, such {TITLE}' WHERE name = '{TITLE}'""")
    clean("an SQLite schema that SQLite cannot read", "analyze", schema, wanted=1)
    clean("an option's value", "call", "127.0.0.1", "--link", TITLE, wanted=2)
    clean("an address", "call", f"a b{TITLE}", wanted=2)

    for words in (["analyze", named, "--json"], ["analyze", named], ["lab", "list"], ["lab", "list", "--json"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([live.PROGRAM, *map(str, words)], stdout=full, stderr=subprocess.PIPE, timeout=30)
        live.check(done.returncode == 1 and b"could not be written: No space left on device" in done.stderr,
                   f"{words[0]} to a full device: {done.returncode}, {done.stderr.decode()!r}")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([live.PROGRAM, "analyze", folder / "none.csv"], stderr=full, stdout=subprocess.PIPE, timeout=30)
    live.check(done.returncode == 1, f"a sentence to a full device: {done.returncode}")

live.finish()
