# From the sweep's table to columns for gnuplot. what= says which:
#   time     program=NAME block=B: n, median, least and most microseconds, GB/s
#   steps    n=N: one line per step, its name, times the first, GB/s
#   blocks   n=N program=NAME: block, GB/s
#   crossover first=NAME second=NAME: where the first stops being faster: n, and the least and
#            most that the spread of both allows
#   largest  the largest n that all steps have
#   programs the names, as they come
BEGIN { FS = "," }
/^#/ { next }
!head { for (k = 1; k <= NF; k++) at[$k] = k; head = 1; next }
$at["median_ms"] == "" { next }
{
    name = $at["program"]; size = $at["n"] + 0; threads = $at["block"] + 0
    low = $at["min_ms"] * 1e3; mid = $at["median_ms"] * 1e3; high = $at["max_ms"] * 1e3
    gbps = $at["gbps"] + 0
}
what == "time" && name == program && threads == block { print size, mid, low, high, gbps }
what == "steps" && name ~ /^0[1-8]_/ && size == n && threads == 256 {
    if (!base) base = mid
    printf "\"%s\" %g %g\n", substr(name, 1, 2), base / mid, gbps
}
what == "blocks" && name == program && size == n { print threads, gbps }
what == "largest" && name ~ /^0[1-8]_/ && threads == 256 { if (++seen[size] == 8 && size > largest) largest = size }
what == "programs" && !(name in listed) { listed[name] = 1; print name }
what == "crossover" && threads == 256 && (name == first || name == second) {
    side = (name == first) ? "a" : "b"
    if (!(size in known)) { known[size] = 1; sizes[++count] = size }
    t[side, "low", size] = low; t[side, "mid", size] = mid; t[side, "high", size] = high
}

# Where curve `x` of the first rises above curve `y` of the second, on log-log paper; the last time.
function crossing(x, y,    k, p, q, d, e, found) {
    for (k = 2; k <= count; k++) {
        p = sizes[k - 1]; q = sizes[k]
        if (!(("a", x, p) in t) || !(("a", x, q) in t) || !(("b", y, p) in t) || !(("b", y, q) in t)) continue
        d = log(t["a", x, p] / t["b", y, p]); e = log(t["a", x, q] / t["b", y, q])
        if (d <= 0 && e > 0) found = exp(log(p) + (log(q) - log(p)) * -d / (e - d))
    }
    return found
}
END {
    if (what == "largest") printf "%.0f\n", largest
    if (what == "crossover") {
        mid = crossing("mid", "mid")
        # the first at its slowest against the second at its fastest, and the other way round
        early = crossing("high", "low"); late = crossing("low", "high")
        if (!early) { # never faster beyond doubt: from where its median was not faster before
            early = sizes[1]
            for (k = 1; k <= count && sizes[k] < mid; k++)
                if (t["a", "mid", sizes[k]] > t["b", "mid", sizes[k]]) early = sizes[k]
        }
        if (mid) printf "%.0f %.0f %.0f\n", mid, early, late ? late : sizes[count]
    }
}
