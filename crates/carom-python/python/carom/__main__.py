"""``python -m carom sweep STUDY.toml``: a study on a cluster, from the command line.

``carom sweep --dask ADDRESS`` comes here, and under MPI ``mpiexec -n 8 python -m mpi4py.futures -m carom sweep STUDY.toml --mpi``. Options and
exit status are those of ``carom sweep``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from . import CaromError, sweep

DONE, FAILED, REFUSED = 0, 1, 2


@contextmanager
def _executor(dask: str | None, mpi: bool) -> Iterator[Executor | None]:
    """Where the runs are carried out."""
    # Imported when they are needed, and without types: not everyone has them.
    if dask is not None:
        distributed: Any = import_module("distributed")
        with distributed.Client(dask, timeout=30, set_as_default=False) as client:
            yield client.get_executor()
    elif mpi:
        futures: Any = import_module("mpi4py.futures")
        with futures.MPIPoolExecutor() as pool:
            yield pool
    else:
        yield None


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m carom", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("sweep", help="carry out a study")
    one.add_argument("study", metavar="STUDY.toml")
    where = one.add_mutually_exclusive_group()
    where.add_argument("--dask", metavar="ADDRESS", help="address of a Dask scheduler, such as tcp://10.0.0.1:8786")
    where.add_argument("--mpi", action="store_true", help="the ranks of MPI, below mpiexec and python -m mpi4py.futures")
    one.add_argument("--out", metavar="DIR", help="folder of the rows; default: <study>.sweep")
    one.add_argument("--resume", action="store_true", help="continue a study that was interrupted")
    one.add_argument("--overwrite", action="store_true", help="replace an earlier study in the folder")
    one.add_argument("--quiet", "-q", action="store_true", help="print errors only")
    one.add_argument("--json", action="store_true", help="print the summary as JSON")
    given = parser.parse_args(arguments)
    try:
        with _executor(given.dask, given.mpi) as executor:
            progress = False if given.quiet else None
            earlier = {"resume": given.resume, "overwrite": given.overwrite}
            done = sweep(given.study, out=given.out, **earlier, executor=executor, progress=progress)
    except (CaromError, ImportError, OSError) as e:
        print(f"error: {e}", file=sys.stderr)
        return REFUSED
    if given.json:
        print(json.dumps(done.summary, indent=2))
    elif not given.quiet:
        print(repr(done)[1:-1])
    failed = done.counts.get("early", 0) + done.counts.get("refused", 0)
    return FAILED if failed else DONE


if __name__ == "__main__":
    sys.exit(main())
