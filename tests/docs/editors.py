"""Does what an editor does with .vscode and .devcontainer, for test_editors.c.

  editors.py match LABEL            the problems that the task finds in standard input
  editors.py debug NAME FILE LINE   builds and debugs as the configuration says: stops at
                                    a line and prints where that is
  editors.py container              complains about .devcontainer
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTAINER_KEYS = {"name", "build", "remoteUser", "postCreateCommand", "runArgs", "customizations"}


def named(file, kind, key, name):
    """The task or configuration with that label."""
    entries = json.loads((ROOT / ".vscode" / file).read_text())[kind]
    return next(entry for entry in entries if entry[key] == name)


def match(label):
    matcher = named("tasks.json", "tasks", "label", label)["problemMatcher"]
    pattern = matcher["pattern"]
    for line in sys.stdin.read().split("\n"):
        found = re.search(pattern["regexp"], line)
        if found:
            file, number = found[pattern["file"]], found[pattern["line"]]
            there = "" if (ROOT / file).exists() else " (no such file)"
            print(f"{file}:{number} {found[pattern['severity']]}: {found[pattern['message']]}{there}")


def put(text, file):
    """Fills in the editor's variables, and the first choice for each question."""
    text = text.replace("${workspaceFolder}", str(ROOT)).replace("${relativeFile}", file)
    return re.sub(r"\$\{input:step\}", "03", text)


def gdb_commands(launch, file, line):
    for setting in launch["setupCommands"]:
        yield '-interpreter-exec console "%s"' % put(setting["text"], file)
    yield "-environment-cd " + put(launch["cwd"], file)
    for variable in launch["environment"]:
        yield f"-gdb-set environment {variable['name']}={variable['value']}"
    yield "-exec-arguments " + " ".join(launch["args"])
    yield f"-break-insert -f {file}:{line}"
    yield "-exec-run"
    yield None  # wait until it stops
    yield "-data-evaluate-expression threadIdx"
    yield "-data-evaluate-expression blockDim"
    yield "-gdb-exit"


def debug(name, file, line):
    launch = named("launch.json", "configurations", "name", name)
    task = named("tasks.json", "tasks", "label", launch["preLaunchTask"])
    subprocess.run(["sh", "-c", put(task["command"], file)], cwd=ROOT, check=True)
    gdb = subprocess.Popen(["gdb", "-q", "-nx", "-i=" + {"gdb": "mi"}[launch["MIMode"]],
                            put(launch["program"], file)], cwd=ROOT, text=True, stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for command in gdb_commands(launch, file, line):
        if command is not None:
            gdb.stdin.write(command + "\n")
            gdb.stdin.flush()
            continue
        for answer in gdb.stdout:
            sys.stdout.write(answer)
            if answer.startswith(("*stopped", "^error")):
                break
    print(gdb.stdout.read())
    return gdb.wait()


def container():
    text = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    wrong = [f"unknown key {key}" for key in text if key not in CONTAINER_KEYS]
    file = (ROOT / ".devcontainer" / text["build"]["dockerfile"]).read_text()
    if f"useradd -m -s /bin/bash {text['remoteUser']}" not in file:
        wrong.append("the image lacks the user " + text["remoteUser"])
    targets = re.findall(r"^[\w. -]+(?=:(?!=))", (ROOT / "Makefile").read_text(), re.M)
    known = set(" ".join(targets).split())
    for command in text["postCreateCommand"].split("&&"):
        tool, target = command.split()
        if tool != "make" or target not in known:
            wrong.append(f"what is {command.strip()}?")
    if not re.match(r"FROM debian:\d+\n", file):
        wrong.append("another image than Debian's own")
    print("\n".join(wrong) or "fine")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C")
    sys.exit({"match": match, "debug": debug, "container": container}[sys.argv[1]](*sys.argv[2:]))
