"""Executes docs/notebook/reduction.ipynb, by Jupyter's nbclient where it is installed
and else cell by cell in this process. Fails where a cell fails.

  notebook.py [FOLDER]      the tree to run it in, default this one
"""
import json
import os
import sys
from pathlib import Path

import book


def by_jupyter(path):
    import nbclient
    import nbformat
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3",
                            resources={"metadata": {"path": str(path.parent)}}).execute()
    return sum(cell.cell_type == "code" for cell in notebook.cells)


def by_hand(path):
    os.chdir(path.parent)
    names, count = {"__name__": "__main__"}, 0
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            exec(compile("".join(cell["source"]), f"cell {count}", "exec"), names)
    return count


def main(arguments):
    root = Path(arguments[0]).resolve() if arguments else book.ROOT
    path = root / "docs" / "notebook" / "reduction.ipynb"
    try:
        import ipykernel  # noqa: F401
        import nbclient  # noqa: F401
        count = by_jupyter(path)
        print(f"Jupyter executed {count} cells")
    except ImportError:
        count = by_hand(path)
        print(f"note: the notebook's {count} cells were executed without Jupyter (make docs-tools installs it)")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
