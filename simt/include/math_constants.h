/*
 * CUDART_PI_F and its relatives.
 */
#ifndef SIMT_MATH_CONSTANTS_H
#define SIMT_MATH_CONSTANTS_H

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("0x3fffff")
#define CUDART_MIN_DENORM_F 0x1p-149f
#define CUDART_MAX_NORMAL_F 0x1.fffffep+127f
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0x1.6a09e6p-1f
#define CUDART_SQRT_TWO_F 0x1.6a09e6p+0f
#define CUDART_THIRD_F 0x1.555556p-2f
#define CUDART_PIO4_F 0x1.921fb6p-1f
#define CUDART_PIO2_F 0x1.921fb6p+0f
#define CUDART_PI_F 0x1.921fb6p+1f
#define CUDART_L2E_F 0x1.715476p+0f
#define CUDART_L2T_F 0x1.a934fp+1f
#define CUDART_LN2_F 0x1.62e43p-1f
#define CUDART_LNT_F 0x1.26bb1cp+1f
#define CUDART_TWO_TO_23_F 8388608.0f
#define CUDART_TWO_TO_24_F 16777216.0f

#define CUDART_INF __builtin_inf()
#define CUDART_NAN (-__builtin_nan(""))
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_MIN_DENORM 0x1p-1074
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 0x1.6a09e667f3bcdp+0
#define CUDART_SQRT_HALF 0x1.6a09e667f3bcdp-1
#define CUDART_THIRD 0x1.5555555555555p-2
#define CUDART_PIO4 0x1.921fb54442d18p-1
#define CUDART_PIO2 0x1.921fb54442d18p+0
#define CUDART_PI 0x1.921fb54442d18p+1
#define CUDART_L2E 0x1.71547652b82fep+0
#define CUDART_L2T 0x1.a934f0979a371p+1
#define CUDART_LN2 0x1.62e42fefa39efp-1
#define CUDART_LNT 0x1.26bb1bbb55516p+1
#define CUDART_TWO_TO_52 4503599627370496.0
#define CUDART_TWO_TO_53 9007199254740992.0

#endif
