# Draws the four charts from the columns that charts.sh has put into `work`.
if (kind eq "svg") set terminal svg size 900,540 font "sans-serif,13" background "white"
if (kind eq "png") set terminal pngcairo size 1350,810 font "sans-serif,14"
set grid lt 1 lc rgb "#dddddd"
set border 3
set tics nomirror
file(name) = sprintf("%s/%s.%s", folder, name, kind)
data(name) = sprintf("%s/%s", work, name)
power(n) = sprintf("2^{%d}", int(log(n) / log(2) + 0.5))
# A palette that also readers who do not see red and green tell apart.
array hue[8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]

set output file("speedup")
set title sprintf("Times faster than step 01, %s floats, %s", power(n), device)
set style fill solid 0.85
set boxwidth 0.65
set xlabel "step"
set yrange [0:*]
unset key
plot data("steps") using 0:2:xticlabels(1) with boxes lc rgb hue[1], \
     "" using 0:2:(sprintf("%.1f", $2)) with labels offset 0,0.7

set output file("bandwidth")
set title sprintf("Reading speed over the length of the array, %s", device)
set logscale x 2
set format x "2^{%L}"
set xlabel "floats"
set ylabel "GB/s"
set key outside right center Left reverse
names = "01_interleaved 03_sequential 06_full_unroll 08_warp_shuffle float4_unrolled bulk_copy best cub"
has(name) = int(system(sprintf("[ -s '%s' ] && echo 1 || echo 0", data(name))))
shown = ""
do for [name in names] { if (has(name)) { shown = shown . " " . name } }
if (ceiling > 0) {
    set arrow 2 from graph 0, first ceiling to graph 1, first ceiling nohead dt 2 lw 1.5 lc rgb "#444444"
}
plot for [k=1:words(shown)] data(word(shown, k)) using 1:5 with linespoints pt k ps 0.6 lw 2 \
         lc rgb hue[k] title word(shown, k) noenhanced, \
     keyentry with lines dt 2 lw 1.5 lc rgb "#444444" title "read ceiling"
unset arrow 2

set output file("crossover")
set title sprintf("One atomic per element against a tree, %s", device)
set logscale xy
set logscale x 2
set format y "%g"
set yrange [*:*]
set ylabel "microseconds"
mid = words(crossover) > 0 ? real(word(crossover, 1)) : 0
if (mid > 0) {
    set object 1 rectangle from first word(crossover, 2) + 0, graph 0 to first word(crossover, 3) + 0, graph 1 \
        fc rgb "#eeeeee" fs solid noborder behind
    set arrow 1 from mid, graph 0 to mid, graph 1 nohead dt 2 lc rgb "#444444"
    set label 1 sprintf("n = %.0f", mid) at mid, graph 0.6 offset 1,0
}
compared = "atomic_per_element 03_sequential atomic_per_block last_block"
plot for [k=1:words(compared)] data(word(compared, k)) using 1:2:3:4 with yerrorlines pt k ps 0.6 lw 1.5 \
         lc rgb hue[k] title word(compared, k) noenhanced
unset object 1
unset arrow 1
unset label 1

set output file("blocks")
set title sprintf("Speed over the block size, %s floats, %s", blocks_n > 0 ? power(blocks_n) : "no", device)
unset logscale
set logscale x 2
set format x "%g"
set xlabel "threads per block"
set ylabel "GB/s"
set yrange [0:*]
set key outside right center
steps = "01_interleaved 02_strided_index 03_sequential 04_first_add 05_unroll_last_warp 06_full_unroll 07_multi_element 08_warp_shuffle"
plot for [k=1:8] data("blocks." . word(steps, k)) using 1:2 with linespoints pt k ps 0.6 lw 2 \
         lc rgb hue[k] title word(steps, k) noenhanced
