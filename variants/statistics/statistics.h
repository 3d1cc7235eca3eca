/*
 * Results of the statistics lab, as the kernels leave them for the judge.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

/* Of n floats. */
struct moments {
    double count, mean;
    double m2; /* sum of squared distances from the mean */
    float least, most;
};

/* Of n points. */
struct box {
    float left, right, bottom, top;
};

#endif
