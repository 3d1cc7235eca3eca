#include "words.h"

#include <string.h>

const char *const literal_prefixes[] = { "R", "L", "u", "U", "u8", "LR", "uR", "u8R", "UR", NULL };

const char *const cuda_words[] = { "__global__",    "__device__",        "__host__",
                                   "__shared__",    "__constant__",      "__managed__",
                                   "__simt_refuse", "__launch_bounds__", NULL };

const char *const vanishing_words[] = { "__global__",         "__device__",         "__host__",
                                        "__constant__",       "__managed__",        "__shared__",
                                        "__grid_constant__",  "__inline_hint__",    "__nv_pure__",
                                        "__cudart_builtin__", "__device_builtin__", NULL };

const char *const statement_words[] = { "return",  "if",     "else",   "while",     "for",
                                        "do",      "switch", "case",   "goto",      "throw",
                                        "new",     "delete", "sizeof", "co_return", "co_yield",
                                        "default", "catch",  "and",    "or",        "not",
                                        NULL };

const char *const builtin_types[] = { "void",     "bool",     "char",       "short",    "int",
                                      "long",     "float",    "double",     "signed",   "unsigned",
                                      "wchar_t",  "char8_t",  "char16_t",   "char32_t", "auto",
                                      "__int128", "_Float16", "__float128", NULL };

const char *const qualifier_words[] = { "const",        "volatile",
                                        "static",       "extern",
                                        "inline",       "constexpr",
                                        "typename",     "mutable",
                                        "register",     "thread_local",
                                        "__restrict__", "__restrict",
                                        "virtual",      "explicit",
                                        "friend",       "constinit",
                                        "__inline__",   "__inline",
                                        "typedef",      "__extension__",
                                        "__volatile__", "__const",
                                        "__noinline__", "__forceinline__",
                                        "consteval",    NULL };

const char *const alignment_words[] = {
    "alignas", "__align__", "__builtin_align__", "__attribute__", "__attribute", "_Alignas", NULL
};

const char *const attribute_words[] = { "__launch_bounds__", "__maxnreg__", "__cluster_dims__",
                                        "__block_size__",    "__declspec",  NULL };

const char *const kernel_taking_calls[] = {
    "cudaLaunchKernel",
    "cudaLaunchCooperativeKernel",
    "cudaFuncSetAttribute",
    "cudaFuncGetAttributes",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaFuncGetName",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaOccupancyMaxPotentialBlockSize",
    "cudaOccupancyMaxPotentialBlockSizeWithFlags",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
    "cudaOccupancyAvailableDynamicSMemPerBlock",
    NULL
};

bool word_in(const char *const *list, const char *word, size_t bytes)
{
    for (; *list; list++)
        if (**list == *word && strlen(*list) == bytes && !memcmp(*list, word, bytes))
            return true;
    return false;
}

#define TEXTURES "textures are not supported: read through a plain pointer"
#define SURFACES "surfaces are not supported: write through a plain pointer"
#define CLUSTERS "thread block clusters are not supported: let the blocks work alone"
#define TENSORS "tensor cores (nvcuda::wmma) are not supported: compute in plain loops"

static const struct refusal refusals[] = {
    { "__cluster_dims__", CLUSTERS },
    { "this_cluster", CLUSTERS },
    { "cluster_group", CLUSTERS },
    { "__cluster_barrier_arrive", CLUSTERS },
    { "nvcuda", TENSORS },
    { "cudaTextureObject_t", TEXTURES },
    { "cudaCreateTextureObject", TEXTURES },
    { "cudaBindTexture", TEXTURES },
    { "tex1Dfetch", TEXTURES },
    { "tex1D", TEXTURES },
    { "tex2D", TEXTURES },
    { "tex3D", TEXTURES },
    { "textureReference", TEXTURES },
    { "cudaSurfaceObject_t", SURFACES },
    { "cudaCreateSurfaceObject", SURFACES },
    { "surf1Dread", SURFACES },
    { "surf1Dwrite", SURFACES },
    { "surf2Dread", SURFACES },
    { "surf2Dwrite", SURFACES },
    { "__block_size__", "__block_size__ is not supported: give the block size at the launch" },
};

const struct refusal *refusal_of(const char *word, size_t bytes)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strlen(refusals[i].word) == bytes && !memcmp(refusals[i].word, word, bytes))
            return &refusals[i];
    return NULL;
}
