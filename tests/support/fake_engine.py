# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that misbehaves: fake_engine.py FAULT PROTOCOL [FILE]. It is well-behaved until it should think for the first time, or is told to quit."""

import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1]
CECP = sys.argv[2] == "cecp"
heard = ""  # the other side's last turn


def say(text):
    print(text, flush=True)


def for_ever():
    while True:
        time.sleep(1)


def note(number):
    """Appends a line to the file, if there is one."""
    if len(sys.argv) > 3:
        with open(sys.argv[3], "a", encoding="ascii") as file:
            file.write(f"{number}\n")


def stay():
    """From now on, only SIGKILL ends this engine and a program that it starts."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    other = subprocess.Popen([sys.executable, "-c", "while True: __import__('time').sleep(1)"])
    note(os.getpid())
    note(other.pid)


def think():
    """What it does instead of thinking."""
    if FAULT == "exits":
        sys.exit(3)
    if FAULT == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "vanishes":  # as if it were built anew; the file is the program itself
        os.remove(sys.argv[3])
        sys.exit(3)
    if FAULT == "stalls":
        note(os.getpid())
        for_ever()
    if FAULT == "floods":
        while True:
            say("info depth 1 score cp 1 nodes 1 pv e2e4")
    if FAULT == "endless-line":
        while True:
            sys.stdout.write("x" * 1000)
            sys.stdout.flush()
    if FAULT == "complains":
        say("Error (unknown command): otim\nError (too hard): " + heard)
        return
    if FAULT == "raves":
        say("9 -2147483648 1 1 e2e4\nmove e2e4")
        return
    if FAULT in ("resigns", "stays", "once"):
        say("resign")
        return
    move = {"illegal": "a1b8", "garbage": "%s%n\x1b[31m}", "none": "(none)"}[FAULT]
    say(f"move {move}" if CECP else f"info depth 1 score cp 99999999999999999999\nbestmove {move}")


def speak_uci(line):
    if line == "uci" and FAULT != "mute":
        say("id name fake\noption name UCI_Variant type combo default chess var chess var fuel\nuciok")
    elif line == "isready":
        say("readyok")
    elif line.startswith("go"):
        think()


def speak_cecp(line):
    global heard
    if line == "new" and FAULT == "once":
        note(os.getpid())
    if line.startswith("usermove"):
        heard = line.split()[1]
    if line == "protover 2" and FAULT != "mute":
        say('feature ping=1 usermove=1 setboard=1 variants="normal" option="Depth -spin 1 1 9"')
        say(f"feature reuse={int(FAULT != 'once')} done=1")
    elif line.startswith("ping"):
        say(line.replace("ping", "pong"))
    elif line == "go":
        think()


def main():
    if FAULT == "dies":
        sys.exit(1)
    if FAULT == "stays":
        stay()
    for line in sys.stdin:
        (speak_cecp if CECP else speak_uci)(line.strip())
        if line.strip() == "quit" and FAULT != "stays":
            return
    if FAULT == "stays":
        for_ever()


main()
