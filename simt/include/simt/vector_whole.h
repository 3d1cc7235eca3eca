/*
 * Short vectors for instrumented code that clang compiles.
 *
 * clang takes a copy of a float4 apart into four loads before it instruments
 * them, so one 16-byte request would be counted as four of 4 bytes. Copies
 * that go through a vector type stay whole. The price is a type with
 * constructors: such a float4 cannot be a member of a union.
 */
#ifndef SIMT_VECTOR_WHOLE_H
#define SIMT_VECTOR_WHOLE_H

namespace simt
{

/* All lanes of a short vector as one value, which may be read as anything. */
template <class T, int n> struct whole {
    typedef T lanes_of __attribute__((ext_vector_type(n), may_alias));
};

} // namespace simt

#define SIMT_WHOLE_COPIES(name, type, lanes)                                                       \
    typedef ::simt::whole<type, lanes>::lanes_of whole_type;                                       \
    name(const name &other)                                                                        \
    {                                                                                              \
        *(whole_type *)this = *(const whole_type *)&other;                                         \
    }                                                                                              \
    name &operator=(const name &other)                                                             \
    {                                                                                              \
        *(whole_type *)this = *(const whole_type *)&other;                                         \
        return *this;                                                                              \
    }

#define SIMT_VECTOR1(name, type)                                                                   \
    struct name {                                                                                  \
        type x;                                                                                    \
    };
#define SIMT_VECTOR2(name, type, alignment)                                                        \
    struct alignas(alignment) name {                                                               \
        type x, y;                                                                                 \
        name() = default;                                                                          \
        constexpr name(type vx, type vy = 0) : x(vx), y(vy)                                        \
        {                                                                                          \
        }                                                                                          \
        SIMT_WHOLE_COPIES(name, type, 2)                                                           \
    };
#define SIMT_VECTOR3(name, type)                                                                   \
    struct name {                                                                                  \
        type x, y, z;                                                                              \
    };
#define SIMT_VECTOR4(name, type, alignment)                                                        \
    struct alignas(alignment) name {                                                               \
        type x, y, z, w;                                                                           \
        name() = default;                                                                          \
        constexpr name(type vx, type vy = 0, type vz = 0, type vw = 0)                             \
            : x(vx), y(vy), z(vz), w(vw)                                                           \
        {                                                                                          \
        }                                                                                          \
        SIMT_WHOLE_COPIES(name, type, 4)                                                           \
    };

#endif
