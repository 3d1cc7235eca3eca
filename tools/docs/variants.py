"""Tables of what was recorded for the variants, for variants/*/README.md."""
import subprocess

import book
import tables

SIZES = [10, 16, 20, 24, 28, 32]


def time_of(program, power):
    row = tables.pick("h200_variants", program=program, block=tables.BLOCK, n=str(1 << power))
    return float(row["median_ms"]) * 1e3 if row and row["median_ms"] else None


def micros(value):
    return "–" if value is None else f"{value:.2f}" if value < 100 else f"{value:,.0f}"


def recorded():
    return f"\n{tables.remark('h200_variants', 'device')}, median microseconds, cold L2.\n\n"


def compare(*programs):
    """Microseconds of several programs over the sizes."""
    if not tables.rows("h200_variants"):
        return ""
    body = [[name] + [micros(time_of(name, power)) for power in SIZES] for name in programs]
    return "\n" + tables.table(["n ="] + [f"2^{power}" for power in SIZES], body) + recorded()


def against_cub():
    """best beside CUB at every size from 2^10 on."""
    body = []
    for power in range(10, 33):
        best, cub = time_of("best", power), time_of("cub", power)
        if best and cub:
            gbps = (4 << power) / best * 1e-3
            body.append([f"2^{power}", micros(best), micros(cub), f"{cub / best:.2f}", tables.number(round(gbps))])
    if not body:
        return ""
    return "\n" + tables.table(["n", "best", "CUB", "CUB / best", "best, GB/s"], body) + recorded()


def cub_and_ladder():
    """From where on CUB is ahead of step 08, and by how much."""
    ahead = {}
    for power in range(6, 33):
        ours, cub = time_of("08_warp_shuffle", power), time_of("cub", power)
        if ours and cub:
            ahead[power] = 100 * (ours / cub - 1)
    if not ahead:
        return ""
    behind = [power for power, percent in ahead.items() if percent <= 0]
    long = [power for power in ahead if power > max(behind, default=0)]
    gains = sorted(ahead[power] for power in long)
    if not gains:
        return ""
    return (f"\nOn {tables.remark('h200_variants', 'device')} CUB is ahead from 2^{long[0]} floats on, by {gains[0]:.1f} to {gains[-1]:.1f} %. "
            f"Below that, step 08 is as fast or\nfaster at {len(behind)} of {len(ahead) - len(long)} sizes.\n\n")


def crossover():
    """Where the tree of step 03 overtakes one atomic per element, with its uncertainty."""
    table = tables.DATA / "h200_variants.csv"
    if not table.exists():
        return ""
    said = subprocess.run(["awk", "-v", "what=crossover", "-v", "first=atomic_per_element", "-v",
                           "second=03_sequential", "-f", str(book.ROOT / "bench/select.awk"), str(table)],
                          check=True, capture_output=True, text=True).stdout.split()
    if not said:
        return ""
    sizes = [2 ** power for power in range(6, 33) if time_of("atomic_per_element", power)]
    times = {name: [time_of(name, size.bit_length() - 1) for size in sizes]
             for name in ("atomic_per_element", "03_sequential", "08_warp_shuffle")}
    ahead = {name: [size for size, atomic, tree in zip(sizes, times["atomic_per_element"], times[name]) if atomic < tree]
             for name in ("03_sequential", "08_warp_shuffle")}
    faster = ("Step 08 is faster than it at every size." if not ahead["08_warp_shuffle"] else
              f"It is faster than step 08 at {len(ahead['08_warp_shuffle'])} of {len(sizes)} sizes.")
    return (f"\nOn {tables.remark('h200_variants', 'device')} the tree of step 03 overtakes it at **n = {said[0]}**; by the spread of "
            f"the\nmeasurements somewhere between {said[1]} and {said[2]}. Of the powers of two it is ahead at "
            f"{', '.join(tables.number(size) for size in ahead['03_sequential'])} only.\n{faster}\n\n")


def several_hosts():
    """Ranks of multi_host, which share a GPU."""
    found = tables.rows("h200_multi_host")
    if not found:
        return ""
    body = [[row["program"], f"{int(row['n']):,}", tables.number(row["median_ms"]), row["verdict"]] for row in found]
    return ("\n" + tables.table(["program and ranks", "n", "ms", "result"], body)
            + f"\nRanks that share one {tables.remark('h200_multi_host', 'device')}.\n\n")


def one(name):
    """What was recorded for one variant."""
    if name == "multi_gpu":
        return tables.several_gpus()
    if name == "multi_host":
        return several_hosts()
    if (book.ROOT / "variants" / name / "reduce.cu").exists():
        return compare(*dict.fromkeys([name, "08_warp_shuffle", "cub"]))
    return tables.labs(f"{name}: ")


KEYS = {
    "variants-finishing": lambda: compare("atomic_per_element", "atomic_per_block", "two_launches",
                                          "last_block", "grid_sync", "cub", "best"),
    "variants-loading": lambda: compare("grid_stride", "two_loads", "float4", "float4_unrolled",
                                        "bulk_copy", "cub", "best"),
    "variants-best": against_cub,
    "variants-cub": cub_and_ladder,
    "variants-crossover": crossover,
}


def make(key):
    """The text for a key of ours, or None."""
    if key in KEYS:
        return KEYS[key]()
    if key.startswith("variant-") and (book.ROOT / "variants" / key[len("variant-"):]).is_dir():
        return one(key[len("variant-"):])
    return None
