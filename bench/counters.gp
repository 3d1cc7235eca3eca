# Draws what the simulated GPU counted for each step, per 1000 floats.
if (kind eq "svg") set terminal svg size 900,540 font "sans-serif,13" background "white"
if (kind eq "png") set terminal pngcairo size 1350,810 font "sans-serif,14"
set output sprintf("%s/counters.%s", folder, kind)
set title "Counted per 1000 floats, by the simulated GPU"
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.85 border -1
set grid ytics lt 1 lc rgb "#dddddd"
set border 3
set tics nomirror
set logscale y
set xlabel "step"
set key outside top center horizontal
plot data using 2:xticlabels(1) lc rgb "#0072b2" title "barriers", \
     "" using 3 lc rgb "#d55e00" title "wavefronts, shared loads", \
     "" using 4 lc rgb "#009e73" title "wavefronts, shared stores", \
     "" using 5 lc rgb "#e69f00" title "sectors, global loads"
