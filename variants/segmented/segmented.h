/* How wide a row of the segmented lab is; the last one may be shorter. */
#ifndef SEGMENTED_H
#define SEGMENTED_H

enum { ROW = 100 }; /* floats: three warps wide and a bit */

#endif
