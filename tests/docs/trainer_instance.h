// The step of STEP_SOURCE for one OPERATOR and BLOCK, in a namespace of its own. No
// include guard: trainer_step.cu includes it once for each pair.
#define INSTANCE_NAME(op, block) op##_##block
#define INSTANCE(op, block) INSTANCE_NAME(op, block)
namespace INSTANCE(OPERATOR, BLOCK)
{
    typedef number<operators::OPERATOR> real;
    typedef four<operators::OPERATOR> real4;

    // In place of the harness's: the step's main hands over its launch, and it is called.
    struct step {
        void (*launch)(const real *in, real *out, size_t n, unsigned blocks);
        unsigned block;
        size_t elements_per_block;
    };
    static const real *input;
    static real *output;
    static int harness_main(int n, char **, const step *step)
    {
        step->launch(input, output, (size_t)n, 1);
        return 0;
    }

#define float real
#define float4 real4
#define main launch_one
#include STEP_SOURCE
#undef main
#undef float4
#undef float

    static void run(const void *in, void *out, int n)
    {
        input = (const real *)in;
        output = (real *)out;
        launch_one(n, nullptr);
    }
    static const instance here(TEXT(OPERATOR), BLOCK, run);
} // namespace )
#undef ELEMENTS_PER_BLOCK
#undef INSTANCE
#undef INSTANCE_NAME
#undef BLOCK
