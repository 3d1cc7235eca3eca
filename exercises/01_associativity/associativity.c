// Exercise 01: three numbers, two sums
//
// On paper (a + b) + c = a + (b + c). A float keeps 24 bits, so each addition
// rounds, and which bits fall off depends on what was added first. A tree of
// partial sums is nothing but another way to set these parentheses.

#include "exercise.h"

struct triple counter_example(float a)
{
    struct triple t = { a, 0.0f, 0.0f };
    // >>> your code
    // Your code here.
    // <<< your code
    return t;
}
