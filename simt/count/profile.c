/* Linked into programs built with --profile: they report without being asked,
 * also when no kernel was launched. */
#include "internal.h"

extern const int simt_count_reports;
const int simt_count_reports = 1;

__attribute__((constructor)) static void prepare(void)
{
    simt_count_report_at_exit();
}
