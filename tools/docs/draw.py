"""Draws a trace, or bars, as SVG. One visual language with the trainer
(docs/trainer/trainer.css): a cell that was written is green, one that a bank had
to serve after another is orange and dashed, one that was only read is blue."""
import math
from xml.sax.saxutils import escape

STYLE = """
  .paper { fill: #ffffff } text { fill: #1c2326 } .faint { fill: #566268 }
  .cell { fill: #ffffff; stroke: #8a979d } .read { fill: #cfe3fb; stroke: #8a979d }
  .written { fill: #c4ead0; stroke: #3d7d55; stroke-width: 1.5 }
  .conflict { fill: #ffd0b0; stroke: #1c2326; stroke-dasharray: 3 2; stroke-width: 1.5 }
  .arrow { stroke: #566268; stroke-width: 1; fill: none; opacity: .6 } .bar0 { fill: #00645a } .bar1 { fill: #d98a4b }
  .wait { stroke: #00645a; stroke-width: 2 } .grid { stroke: #c9d1d5; stroke-width: .6 }
  .line { fill: none; stroke-width: 2 } .s0 { stroke: #00645a } .s1 { stroke: #b3541e } .s2 { stroke: #2c5aa0 }
  .s3 { stroke: #7b1fa2 } .s4 { stroke: #6b6b00 } .s5 { stroke: #b3261e } .s6 { stroke: #00718a }
  .s7 { stroke: #444f54 } .s8 { stroke: #8a4b00 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #14191b } text { fill: #e8edef } .faint { fill: #a9b6bc }
    .cell { fill: #14191b; stroke: #6c7a80 } .read { fill: #1d4470; stroke: #6c7a80 }
    .written { fill: #1c5637; stroke: #6fbf8d } .conflict { fill: #7d3d12; stroke: #e8edef }
    .arrow { stroke: #a9b6bc } .bar0 { fill: #6fd6c8 } .bar1 { fill: #d98a4b } .wait { stroke: #6fd6c8 }
    .grid { stroke: #3a454a } .s0 { stroke: #6fd6c8 } .s1 { stroke: #ffb08a } .s2 { stroke: #8fb8ff }
    .s3 { stroke: #d7a0ea } .s4 { stroke: #d8d36a } .s5 { stroke: #ff9d94 } .s6 { stroke: #7fdcf0 }
    .s7 { stroke: #c3ccd0 } .s8 { stroke: #e0b070 }
  }
  @media print { .paper { fill: #ffffff } text { fill: #000000 } }
"""
LEFT, TOP, RIGHT = 84, 40, 178


def svg(width, height, title, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(title, {chr(34): "&quot;"})}" font-family="sans-serif" font-size="12">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
            f'<rect class="paper" width="{width}" height="{height}" rx="6"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def text(x, y, words, extra=""):
    return f'<text x="{x:g}" y="{y:g}" {extra}>{escape(str(words))}</text>'


# ---- traces --------------------------------------------------------------------------

class Row:
    """What a step left: cells of shared memory, or the lanes' registers."""

    def __init__(self, label, note, values, kinds, arrows, wait):
        self.label, self.note, self.values = label, note, values
        self.kinds, self.arrows, self.wait = kinds, arrows, wait


def note_of(step):
    lanes = {lane for e in step["events"] if e["op"] in ("store", "shuffle", "load") for lane in e["lanes"]}
    loads = [e for e in step["events"] if e["op"] == "load" and e.get("space") == "shared"]
    said = f"{len(lanes)} lane{'s' if len(lanes) != 1 else ''}"
    if loads:
        most = max(e["wavefronts"] for e in loads)
        said += f", {most} wavefront{'s' if most != 1 else ''} a load"
    return said


def shared_events(step, op):
    return [e for e in step["events"] if e["op"] == op and e.get("space") == "shared"]


class Walk:
    """Follows a trace: which cells each lane has loaded since it last stored, and what
    its register holds by then (figures show sums)."""

    def __init__(self, size, name):
        self.size, self.name, self.pending, self.sums = size, name, {}, {}
        self.cells = [None] * size

    def shuffle(self, step):
        values, arrows = [None] * self.size, []
        for e in (e for e in step["events"] if e["op"] == "shuffle"):
            for lane, source, given, got in zip(e["lanes"], e["source"], e["given"], e["values"]):
                values[lane] = given + got
                arrows += [(lane, lane), (source, lane)]
        self.pending = {}
        return values, ["" if v is None else "written" for v in values], arrows

    def exchange(self, step):
        """Loads of a warp that adds to a register and stores later, if at all."""
        values, arrows = [None] * self.size, []
        for e in shared_events(step, "load"):
            for lane, cell, got in zip(e["lanes"], e["index"], e["values"]):
                values[lane] = self.cells[lane] + got
                arrows += [(lane, lane), (cell, lane)]
        self.sums = {lane: v for lane, v in enumerate(values) if v is not None}
        return values, ["" if v is None else "written" for v in values], arrows

    def store(self, step):
        conflicts, kinds, arrows = set(), [""] * self.size, []
        for e in shared_events(step, "load"):
            conflicts |= set(e["index"]) if e["conflicts"] > 0 else set()
            for lane, cell in zip(e["lanes"], e["index"]):
                self.pending.setdefault(lane, []).append(cell)
        for e in shared_events(step, "store"):
            conflicts |= set(e["index"]) if e["conflicts"] > 0 else set()
            for lane, cell in zip(e["lanes"], e["index"]):
                kinds[cell] = "written"
                arrows += [(source, cell) for source in self.pending.pop(lane, [])]
        kinds = ["conflict" if cell in conflicts else kind for cell, kind in enumerate(kinds)]
        return list(step["shared"][self.name]), kinds, arrows

    def only_puts_back(self, step):
        """The store of what a row before has shown already."""
        stores = shared_events(step, "store")
        return bool(self.sums) and not shared_events(step, "load") and all(
            self.sums.get(lane) == value for e in stores for lane, value in zip(e["lanes"], e["values"]))


def rows_of(traced):
    """One row for each step of the trace that made new values."""
    walk, rows = Walk(traced["block"][0], traced["arrays"][0]["name"]), []
    for step in traced["steps"]:
        stores, loads = shared_events(step, "store"), shared_events(step, "load")
        if any(e["op"] == "shuffle" for e in step["events"]):
            made, word = walk.shuffle(step), "xor"
        elif stores and not walk.only_puts_back(step):
            made, word = walk.store(step), "stride"
        elif loads and not stores and step["ends"] == "syncwarp":
            made, word = walk.exchange(step), "xor"
        else:
            made = None
        walk.cells = list(step["shared"][walk.name])
        if made:
            values, kinds, arrows = made
            if not rows and word == "stride":
                label = "loaded"
            else:
                label = distance_label(arrows, word)
            rows.append(Row(label, note_of(step), values, kinds, arrows if rows else [], step["ends"]))
        for e in step["events"]:
            if e.get("space") == "global" and e["op"] == "store":
                rows.append(Row("out[0]", "1 lane", e["values"], ["written"], [(0, 0)], step["ends"]))
    return rows


def distance_label(arrows, word):
    distance = [abs(a - b) for a, b in arrows if a != b]
    return f"{word} {max(distance)}" if distance else "stored"


def shown(value):
    return "" if value is None else f"{value:g}"


def figure(title, traced):
    size = traced["block"][0]
    width = 44 if size <= 16 else 26 if size <= 32 else 17
    font = 13 if size <= 16 else 10 if size <= 32 else 9
    height, gap = 26, 56 if size <= 32 else 62
    rows = rows_of(traced)
    parts = [text(12, 22, title, 'font-weight="bold"')]
    parts.append(text(12, TOP + 8, "lane, cell", 'class="faint" font-size="11"'))
    parts += [text(LEFT + (k + 0.5) * width, TOP + 8, k, f'class="faint" text-anchor="middle" font-size="{font - 1}"')
              for k in range(size)]
    middle = [LEFT + (k + 0.5) * width for k in range(size)]
    for number, row in enumerate(rows):
        y = TOP + 16 + number * gap
        parts += [f'<path class="arrow" d="M{middle[a]:g} {y - gap + height}L{middle[b]:g} {y - 1}"/>'
                  for a, b in row.arrows]
        parts.append(text(12, y + 17, row.label))
        for k, (value, kind) in enumerate(zip(row.values, row.kinds)):
            parts.append(f'<rect class="{kind or "cell"}" x="{LEFT + k * width + 1:g}" y="{y}" '
                         f'width="{width - 2}" height="{height}" rx="2"/>')
            parts.append(text(middle[k], y + 17, shown(value), f'text-anchor="middle" font-size="{font}"'))
        parts.append(text(LEFT + size * width + 10, y + 12, row.note, 'class="faint" font-size="11"'))
        if row.wait in ("barrier", "syncwarp"):
            words = "barrier" if row.wait == "barrier" else "warp sync"
            parts.append(f'<path class="wait" d="M{LEFT} {y + height + 5}h{size * width}"/>')
            parts.append(text(LEFT + size * width + 10, y + height + 4, words, 'font-size="11"'))
    return svg(LEFT + size * width + RIGHT, TOP + 16 + len(rows) * gap, title, parts)


# ---- bars ----------------------------------------------------------------------------

def bars(title, groups):
    """Groups of bars: [(label, [(name, value), ...]), ...]."""
    most = max(value for _, values in groups for _, value in values)
    names = [name for name, _ in groups[0][1]]
    thick, left, room = 16, 180, 440
    parts = [text(12, 22, title, 'font-weight="bold"')]
    for k, name in enumerate(names if len(names) > 1 else []):
        parts.append(f'<rect class="bar{k}" x="{left + 90 * k}" y="32" width="12" height="12"/>')
        parts.append(text(left + 90 * k + 18, 43, name))
    y = 54
    for label, values in groups:
        parts.append(text(12, y + thick * len(values) / 2 + 4, label))
        for k, (_, value) in enumerate(values):
            length = room * value / most
            parts.append(f'<rect class="bar{k}" x="{left}" y="{y}" width="{length:.1f}" height="{thick - 2}"/>')
            shown_value = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
            parts.append(text(left + length + 6, y + thick - 4, shown_value))
            y += thick
        y += 8
    return svg(left + room + 90, y + 4, title, parts)


# ---- lines ---------------------------------------------------------------------------

DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "4 2 1 2", "1 2", "10 2", "3 6"]


def spread(places, least):
    """Moves sorted heights apart so that names do not overlap."""
    moved = []
    for place in places:
        moved.append(max(place, moved[-1] + least) if moved else place)
    return moved


def log_lines(title, x_name, y_name, lines):
    """Lines over two logarithmic axes: [(name, [(x, y), ...]), ...]. Each has its own
    dashes too, so that it can be told without colours."""
    xs = [math.log2(x) for _, points in lines for x, _ in points]
    ys = [math.log10(y) for _, points in lines for _, y in points]
    left, top, width, height = 70, 40, 560, 330
    low, high = math.floor(min(ys)), math.ceil(max(ys))

    def place(x, y):
        return (left + width * (math.log2(x) - min(xs)) / (max(xs) - min(xs)),
                top + height * (high - math.log10(y)) / (high - low))

    parts = [text(12, 22, title, 'font-weight="bold"')]
    for power in range(math.ceil(min(xs)), math.floor(max(xs)) + 1, 4):
        x = place(2 ** power, 1)[0]
        parts.append(f'<path class="grid" d="M{x:.1f} {top}v{height}"/>')
        parts.append(text(x, top + height + 16, f"2^{power}", 'class="faint" text-anchor="middle" font-size="11"'))
    for power in range(low, high + 1):
        y = place(2 ** xs[0], 10.0 ** power)[1]
        parts.append(f'<path class="grid" d="M{left} {y:.1f}h{width}"/>')
        parts.append(text(left - 8, y + 4, f"{10.0 ** power:g}", 'class="faint" text-anchor="end" font-size="11"'))
    parts.append(text(left + width / 2, top + height + 32, x_name, 'text-anchor="middle"'))
    parts.append(text(14, top + height / 2, y_name))
    ends = sorted((place(*points[-1])[1], k) for k, (_, points) in enumerate(lines))
    names = dict(zip((k for _, k in ends), spread([y for y, _ in ends], 15)))
    for k, (name, points) in enumerate(lines):
        way = "L".join("{:.1f} {:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<path class="line s{k}" stroke-dasharray="{DASHES[k]}" d="M{way}"/>')
        end = place(*points[-1])
        parts.append(f'<path class="s{k}" d="M{end[0]:.1f} {end[1]:.1f}L{left + width + 14} {names[k]:.1f}"/>')
        parts.append(text(left + width + 18, names[k] + 4, name))
    return svg(left + width + 170, top + height + 44, title, parts)
