"""make editor: compile_commands.json, with which clangd reads this repository's .cu
files without CUDA: as CUDA for the host, with simt's headers (editor_cuda.h). The C
files come from the build, where it has been configured.
"""
import json
import subprocess
import sys

import book

FLAGS = ["clang++", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-std=c++17",
         "-Xclang", "-fcuda-allow-variadic-functions", "-Wno-unknown-cuda-version",
         "-D__CUDACC__", "-include", "tools/docs/editor_cuda.h"]
INCLUDE = ["simt/include", "common", "exercises", "variants/common", "variants/best", "tests/docs",
           "tests/exercises", "tests/counters"]


def cuda_files():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.cu", "*.cuh"],
                            cwd=book.ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return sorted(name for name in listed.stdout.split() if (book.ROOT / name).exists())
    return sorted(str(p.relative_to(book.ROOT)) for p in book.ROOT.rglob("*.cu"))


def entry(name):
    words = FLAGS + [f"-I{folder}" for folder in INCLUDE] + ["-c", name]
    return {"directory": str(book.ROOT), "file": name, "arguments": words}


def main():
    entries = [entry(name) for name in cuda_files()]
    built = book.ROOT / "build" / "compile_commands.json"
    others = []
    if built.exists():
        others = [e for e in json.loads(built.read_text()) if not e["file"].endswith((".cu", ".o"))]
    (book.ROOT / "compile_commands.json").write_text(json.dumps(entries + others, indent=1) + "\n")
    print(f"compile_commands.json: {len(entries)} CUDA files, {len(others)} others"
          + ("" if built.exists() else " (make build, then this again, adds the C files)"))
    return 0 if entries else 1


if __name__ == "__main__":
    sys.exit(main())
