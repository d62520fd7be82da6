"""Build hook: build the browser client and compile the rules engine, side by side.

The client is built by client/build.py into src/fatum/server/static and is part of every wheel and
source distribution; FATUM_CLIENT decides (unset: build it where Node can be had, else say in one line
that the package has none; 0: never; 1: build it, and fail if that fails).

The engine is compiled with mypyc. What is compiled stands in pyproject.toml under `[tool.fatum.mypyc]`; with which compiler version, in
requirements/build.txt. The sources stay in the wheel beside the compiled modules, so that
tracebacks and readers find them. The environment variable FATUM_COMPILE decides:

    (unset)  compile where a C compiler and Python's headers are found; if anything goes wrong,
             build the plain package and say so in one line
    0        never compile
    1        compile, and fail if that fails

Editable installs and source distributions are never compiled: they hold what stands in src/.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
BUILD = ROOT / "build" / "mypyc"
NOTICE = BUILD / "notice.txt"
LOG = BUILD / "compile.log"
CLIENT = ROOT / "client" / "build.py"
BUILT = SOURCE / "fatum" / "server" / "static" / "index.html"
CLIENT_NOTICE = ROOT / "build" / "client" / "notice.txt"
CLIENT_LOG = ROOT / "build" / "client" / "build.log"
MODULES = "modules.json"  # what was built: {file: its place in the wheel}
PINS = ROOT / "requirements" / "build.txt"

# There is no -march=native, so that a wheel runs on every machine of its platform.
C_FLAGS = ["-O3", "-fno-semantic-interposition", "-fvisibility=hidden"]
# What mypyc makes is full of branches that are never taken, so that GCC thinks functions larger than
# they are; playouts of All In gain a twelfth. GCC alone knows the parameters.
INLINE_MORE = [
    "-fno-plt",
    "-fno-math-errno",
    "-fno-trapping-math",
    "--param=inline-unit-growth=150",
    "--param=max-inline-insns-auto=40",
    "--param=max-inline-insns-single=200",
    "--param=large-function-growth=300",
]
# The C compiler must see all modules at once to inline across them. GCC can do so when it links
# (on all cores, in half the time); else all modules go into one C file.
LINKED = "linked"
ONE_FILE = "one-file"


class CompileError(Exception):
    """Why the package was not compiled, in one line."""


class FatumHook(BuildHookInterface[Any]):
    """Adds the built client and the compiled modules."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for the compiler, and for pip to fetch Node with, only where they will be used."""
        needed = ["pip"] if setting("FATUM_CLIENT") != "0" and must_fetch() else []
        wanted = setting("FATUM_COMPILE")
        if self.target_name != "wheel" or wanted == "0" or (wanted != "1" and obstacle()):
            return needed
        lines = (line.split("#")[0].strip() for line in PINS.read_text("utf-8").splitlines())
        return needed + [line for line in lines if line]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both (`version` is "standard" or "editable")."""
        with ThreadPoolExecutor() as pool:
            client = pool.submit(build_client)
            if version == "standard" and self.target_name == "wheel":
                self.compile(build_data)
            lack = client.result()
        if lack and setting("FATUM_CLIENT") == "1":
            log = CLIENT_LOG.read_text("utf-8")[-4000:] if CLIENT_LOG.exists() else ""
            raise SystemExit(f"{log}\nFATUM_CLIENT=1, but {lack}")
        if lack:
            lack = f"Fatum is built without the browser client (play in the terminal): {lack}"
        self.tell(CLIENT_NOTICE, lack)

    def compile(self, build_data: dict[str, Any]) -> None:
        """Compile, and put the results into the wheel."""
        wanted = setting("FATUM_COMPILE")
        if wanted == "0":
            return
        try:
            modules = compile_modules()
        except (CompileError, OSError) as error:
            if wanted == "1":
                log = LOG.read_text("utf-8")[-4000:] if LOG.exists() else ""
                raise SystemExit(f"{log}\nFATUM_COMPILE=1, but {error}") from error
            self.tell(NOTICE, f"Fatum is built as plain Python (slower, same play): {error}")
            return
        self.tell(NOTICE, None)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for built, inside in modules.items():
            build_data["force_include"][built] = inside

    def tell(self, file: Path, notice: str | None) -> None:
        """Say it, and leave it in a file: pip hides what a build prints, `make` reads it there."""
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
            if notice is not None:
                self.app.display_warning(notice)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(notice + "\n", "utf-8")


def setting(variable: str) -> str:
    """FATUM_COMPILE or FATUM_CLIENT: "0", "1" or, for anything else, "auto"."""
    value = os.environ.get(variable, "")
    return value if value in {"0", "1"} else "auto"


def must_fetch() -> bool:
    """Whether client/build.py needs pip: for Node, or for the libraries of the game without a server."""
    if not CLIENT.is_file():
        return False
    client = runpy.run_path(str(CLIENT))
    return bool(client["must_fetch_node"]() or client["must_fetch_wheels"]())


def build_client() -> str | None:
    """Build the client, in a process of its own; what keeps it from being built, or None."""
    if setting("FATUM_CLIENT") == "0" or not CLIENT.is_file():
        return None if BUILT.is_file() else "it was left out on request."
    CLIENT_LOG.parent.mkdir(parents=True, exist_ok=True)
    with CLIENT_LOG.open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [sys.executable, str(CLIENT)], stdout=log, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode == 0:
        return None
    # A client made of older files would not fit this server.
    shutil.rmtree(BUILT.parent, ignore_errors=True)
    said = CLIENT_LOG.read_text("utf-8").strip().splitlines()
    return said[-1] if said else f"client/build.py ended with exit code {done.returncode}."


def obstacle() -> str | None:
    """What keeps this machine from compiling, or None."""
    if platform.python_implementation() != "CPython":
        return "only CPython can load the compiled modules."
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python's C headers are not installed."
    # On Windows setuptools looks for its compiler by itself.
    if os.name != "nt" and shutil.which(c_compiler()) is None:
        return f"no C compiler found (looked for {c_compiler()})."
    return None


def c_compiler() -> str:
    """The command that setuptools will use."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]


def has_gcc() -> bool:
    """Whether the C compiler is GCC, whatever its command is called."""
    if os.name == "nt":
        return False
    said = subprocess.run([c_compiler(), "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in said.stdout


def sources() -> list[str]:
    """The modules to compile, as sorted paths relative to src/."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        config = tomllib.load(file)["tool"]["fatum"]["mypyc"]
    included = {path for glob in config["include"] for path in SOURCE.glob(glob)}
    excluded = {path for glob in config["exclude"] for path in SOURCE.glob(glob)}
    return sorted(path.relative_to(SOURCE).as_posix() for path in included - excluded)


def compile_modules() -> dict[str, str]:
    """Compile in a process of its own; return {built file: its place in the wheel}."""
    LOG.unlink(missing_ok=True)
    if reason := obstacle():
        raise CompileError(reason)
    # A folder for each way of compiling. In it only what has changed is compiled again.
    recipe = sha256(Path(__file__).read_bytes() + PINS.read_bytes()).hexdigest()[:8]
    BUILD.mkdir(parents=True, exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log:
        for way in (LINKED, ONE_FILE) if has_gcc() else (ONE_FILE,):
            name = f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}-{way}-{recipe}"
            done = subprocess.run(
                [sys.executable, str(Path(__file__).resolve()), way, str(BUILD / name), *sources()],
                cwd=SOURCE,
                env={**os.environ, "MYPYPATH": str(SOURCE)},
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
            if done.returncode == 0:
                modules: dict[str, str] = json.loads((BUILD / name / MODULES).read_text("utf-8"))
                return modules
            log.write(f"compiling ({way}) ended with exit code {done.returncode}\n")
            log.flush()
    raise CompileError(f"mypyc failed; {LOG.relative_to(ROOT)} says why.")


def run_mypyc(way: str, work: Path, paths: list[str]) -> None:
    """The part that runs in a process of its own: Python to C to extension modules."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class ParallelBuildExt(build_ext):
        """Compiles the C files of one extension on all cores."""

        def build_extensions(self) -> None:
            compile_all = self.compiler.compile

            def compile_in_parallel(files: list[str], **options: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    objects = pool.map(lambda file: compile_all([file], **options), files)
                    return [path for paths in objects for path in paths]

            self.compiler.compile = compile_in_parallel
            super().build_extensions()

    start = time.perf_counter()
    extensions = mypycify(
        ["--config-file=", "--explicit-package-bases", f"--cache-dir={work / 'cache'}", *paths],
        opt_level="3",
        debug_level="0",
        multi_file=way == LINKED,
        group_name="fatum",
        target_dir=str(work / "c"),
    )
    print(f"C generated in {time.perf_counter() - start:.1f} s")
    for extension in extensions if os.name != "nt" else ():
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"] + C_FLAGS
        if way == LINKED and extension.name.endswith("__mypyc"):  # the library with all the code
            flags += ["-flto=auto", *INLINE_MORE]
            extension.extra_link_args = flags
        extension.extra_compile_args = flags
    library = work / "lib"
    command = ParallelBuildExt(Distribution({"ext_modules": extensions}))
    command.build_lib = str(library)
    command.build_temp = str(work / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    modules = {path: Path(path).relative_to(library).as_posix() for path in command.get_outputs()}
    (work / MODULES).write_text(json.dumps(modules), "utf-8")
    print(f"compiled ({way}) in {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    run_mypyc(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
