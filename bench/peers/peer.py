"""What the files of the peers share: repeat, take the least time, print one JSON line per row as soon as it is known."""

import json
import sys
import time

from problems import PROBLEMS


def measure(simulate, repeat):
    """Runs `simulate() -> (seconds, result)` and returns the least seconds and the result; slow runs are not repeated."""
    seconds, result = simulate()
    for _ in range(repeat - 1):
        if seconds > 2.0:
            break
        seconds = min(seconds, simulate()[0])
    return seconds, result


def timed(action):
    """Processor time of a call in this process, which runs one thread: the wall time of a machine without other work."""
    start = time.process_time()
    action()
    return time.process_time() - start


def row(method, setting, seconds=None, error=None, note=None):
    print(json.dumps(dict(method=method, setting=setting, seconds=seconds, error=error, note=note)), flush=True)


def main(settings, simulate):
    """Runs `settings[problem]`, pairs of method and setting, through `simulate(problem name, method, setting)`."""
    name, repeat = sys.argv[1], int(sys.argv[2])
    for method, setting in settings[name]:
        try:
            seconds, result = measure(lambda: simulate(name, method, setting), repeat)
            row(method, setting, seconds, PROBLEMS[name]().error(result))
        except Exception as stopped:  # the row says why, the next one runs
            row(method, setting, note=" ".join(str(stopped).split())[:200])
