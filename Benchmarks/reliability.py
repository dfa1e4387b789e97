"""How often results of a stated confidence are right: sums over comparisons, a table, and a diagram as SVG."""

import html

BINS = 10
CONFIDENT = 0.9  # the begin of the last bin


class Bins:
    """The bins of several documents of `tracemill compare`, added up; `points` are their parts of that name."""

    def __init__(self, points):
        self.counts, self.confidences, self.rights = [0] * BINS, [0.0] * BINS, [0.0] * BINS
        squares = 0.0
        for document in points:
            for index, bin in enumerate(document["reliability"]):
                count = bin["count"]
                if count:
                    self.counts[index] += count
                    self.confidences[index] += count * bin["mean_confidence"]
                    self.rights[index] += count * bin["share_right"]
            squares += (document["brier_score"] or 0) * sum(bin["count"] for bin in document["reliability"])
        self.count = sum(self.counts)
        self.brier_score = squares / self.count if self.count else 0
        self.confident = self.counts[-1]
        self.confident_errors = round(self.counts[-1] - self.rights[-1])

    @property
    def calibration_error(self):
        off = sum(abs(right - stated) for right, stated in zip(self.rights, self.confidences))
        return off / self.count if self.count else 0

    def filled(self):
        """Per bin with points: its number, count, mean confidence and share right."""
        for index, count in enumerate(self.counts):
            if count:
                yield index, count, self.confidences[index] / count, self.rights[index] / count

    def print_table(self):
        print("| confidence | fixes | mean | right |\n| --- | ---: | ---: | ---: |")
        for index, count, stated, right in self.filled():
            print(f"| {index / BINS:.1f}–{(index + 1) / BINS:.1f} | {count} | {stated:.4f} | {right:.4f} |")

    def diagram(self, title):
        """Bars of the share right per bin beside the diagonal of honesty, and below how many fixes each bin has."""
        left, top, side, below, gap = 70, 60, 400, 110, 60
        x = lambda share: left + side * share
        y = lambda share: top + side * (1 - share)
        floor = top + side + gap + below
        sums = f"expected calibration error {self.calibration_error:.4f}, Brier score {self.brier_score:.4f}"
        parts = [
            _text(left, 24, f"Confidence of {self.count:,} fixes", size=15, anchor="start", weight="bold"),
            _text(left, 42, f"{title}; {sums}", anchor="start", size=11, colour="#555"),
        ]
        for tick in range(0, 11, 2):
            share = tick / 10
            parts.append(f'<path d="M{x(0)} {y(share):g}H{x(1)}" stroke="#ddd"/>')
            parts.append(_text(left - 8, y(share) + 4, f"{share:.1f}", anchor="end"))
            parts.append(_text(x(share), y(0) + 18, f"{share:.1f}"))
        largest = max(self.counts, default=0) or 1
        width = side / BINS
        for index, count, stated, right in self.filled():
            parts.append(_bar(x(index / BINS), y(right), width, y(0), "#4a7fb5"))
            line = f"M{x(index / BINS):g} {y(stated):.1f}h{width:g}"
            parts.append(f'<path d="{line}" stroke="#d1495b" stroke-width="3"/>')
            height = below * count / largest
            parts.append(_bar(x(index / BINS), floor - height, width, floor, "#8a8f98"))
            parts.append(_text(x((index + 0.5) / BINS), floor - height - 4, _short(count), size=10))
        parts.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#222" stroke-dasharray="5 4"/>')
        parts.append(f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" stroke="#222" fill="none"/>')
        parts.append(f'<path d="M{x(0)} {floor}H{x(1)}" stroke="#222"/>')
        parts.append(_text(x(0.5), y(0) + 36, "stated confidence"))
        parts.append(_text(x(0.5), floor + 20, "fixes in each bin"))
        parts.append(f'<g transform="rotate(-90 22 {y(0.5)})">{_text(22, y(0.5), "share right")}</g>')
        for line, (colour, words) in enumerate([("#4a7fb5", "share right"), ("#d1495b", "mean stated confidence")]):
            at = top + 14 + 20 * line
            parts.append(f'<path d="M{left + 14} {at}h22" stroke="{colour}" stroke-width="{8 if not line else 3}"/>')
            parts.append(_text(left + 44, at + 4, words, anchor="start"))
        size = (left + side + 30, floor + 36)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
            f'viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif">\n'
            + '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
        )


def _text(x, y, words, size=12, anchor="middle", weight="normal", colour="#222"):
    style = f'font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{html.escape(words)}</text>'


def _bar(x, top, width, floor, colour):
    return f'<rect x="{x + 2:g}" y="{top:.1f}" width="{width - 4:g}" height="{floor - top:.1f}" fill="{colour}"/>'


def _short(count):
    return f"{count / 1e6:.1f}M" if count >= 999_500 else f"{count / 1e3:.0f}k" if count >= 10_000 else str(count)
