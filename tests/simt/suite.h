/* One Check suite from an array of tests. Each test runs in a process of its own. */
#ifndef SIMT_TEST_SUITE_H
#define SIMT_TEST_SUITE_H

#include <check.h>
#include <stdlib.h>

#define RUN_SUITE(name, tests) run_suite(name, tests, sizeof(tests) / sizeof *(tests))

static inline int run_suite(const char *name, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_FORK);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
