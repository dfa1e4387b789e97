"""Simulated drives: fastest routes through random places, fixes with Gaussian noise. Development only."""
import heapq, math, random, sys, pathlib, csv
from datetime import datetime, timedelta, timezone
from peers import openstreetmap, roads, segments
SPEED = {"motorway": 30, "trunk": 25, "primary": 18, "secondary": 16, "tertiary": 14, "residential": 9, "unclassified": 12, "living_street": 4, "service": 4}

def route(graph, start, banned, goal):
    best = {}; queue = [(0.0, 0, start, None, banned)]; count = 0; done = set()
    while queue:
        cost, _, node, via, came = heapq.heappop(queue)
        if node in done: continue
        done.add(node); best[node] = via
        if node == goal:
            path = []
            while best[node] is not None:
                edge = best[node]; path.append(edge); node = edge[0][0]
            return path[::-1]
        for nodes, time, length in graph.get(node, ()):
            if node == start and nodes[1] == banned: continue
            if nodes[-1] not in done:
                count += 1
                heapq.heappush(queue, (cost + time, count, nodes[-1], (nodes, time, length), None))
    return None

def main(source, folder, count, seed, cases):
    extract = openstreetmap.Extract(pathlib.Path(source)); rng = random.Random(seed)
    graph = {}
    for tags, nodes in roads.edges(extract):
        length = sum(extract.length(a, b) for a, b in zip(nodes, nodes[1:]))
        speed = SPEED.get(tags["highway"].replace("_link", ""), 8)
        if length: graph.setdefault(nodes[0], []).append((nodes, length / speed, length))
    starts = sorted(n for n, es in graph.items() if len(es) > 2)
    drives = {}
    while len(drives) < count:
        target = rng.uniform(5000, 20000); path = []; length = 0; node = rng.choice(starts)
        for _ in range(60):
            if length >= target: break
            banned = path[-1][0][-2] if path else None
            part = route(graph, node, banned, rng.choice(starts))
            if part: path += part; length += sum(e[2] for e in part); node = part[-1][0][-1]
        if length >= target: drives[f"d{len(drives):04}"] = path
    truth = {}; tracks = {}
    for name, path in drives.items():
        pts = []; t = 0.0
        for nodes, time, length in path:
            v = length / time * rng.uniform(.7, 1.1)
            for a, b in zip(nodes, nodes[1:]):
                l = extract.length(a, b); pts.append((a, b, t, t + l / v)); t += l / v
        tracks[name] = (pts, t); truth[name] = [(a, b, 0.0, 1.0) for a, b, _, _ in pts]
    for period in (1, 5, 30):
        for sigma in (5, 10):
            if cases and (period, sigma) not in cases: continue
            folder_case = pathlib.Path(folder) / f"{period}-{sigma}"; folder_case.mkdir(parents=True, exist_ok=True)
            cut = {}
            with open(folder_case / "traces.csv", "w", newline="") as file:
                w = csv.writer(file, lineterminator="\n"); w.writerow(["trace_id", "time", "lat", "lon"])
                for name, (pts, total) in tracks.items():
                    i = 0; end = int(total // period) * period
                    for k in range(int(total // period) + 1):
                        t = k * period
                        while pts[i][3] < t and i < len(pts) - 1: i += 1
                        a, b, t0, t1 = pts[i]; f = min(1, (t - t0) / (t1 - t0)) if t1 > t0 else 0
                        A, B = extract.places[a], extract.places[b]
                        lat = A[0] + f * (B[0] - A[0]) + math.degrees(rng.gauss(0, sigma) / 6371008.8)
                        lon = A[1] + f * (B[1] - A[1]) + math.degrees(rng.gauss(0, sigma) / 6371008.8 / math.cos(math.radians(A[0])))
                        w.writerow([name, (datetime(2026, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=t)).strftime("%Y-%m-%dT%H:%M:%SZ"), f"{lat:.7f}", f"{lon:.7f}"])
                    cut[name] = truth[name][: i] + [(a, b, 0.0, max(f, 1e-6))]
            segments.write(folder_case / "segments.csv", cut)
if __name__ == "__main__": main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), [])
