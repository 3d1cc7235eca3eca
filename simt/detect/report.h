/*
 * Findings on paper: as text for people and editors, as JSON and SARIF for
 * programs. The environment chooses: SIMT_REPORT=text|json|sarif[:file].
 */
#ifndef SIMT_DETECT_REPORT_H
#define SIMT_DETECT_REPORT_H

#include "finding.h"

#include <stdio.h>

/* Prints what has not been printed, if the report is text. */
void report_new(void);
/* The program ends: the summary, or the whole of the other forms. */
void report_end(void);

/* ---- between the files of this part ------------------------------------------------ */

/* "file.cu:42: error: ..." and the lines that belong to it. */
void report_text(FILE *to, const struct finding *finding);
void report_json(FILE *to);
void report_sarif(FILE *to);

/* The command that runs this program again in the same way. Returns text. */
char *report_command(char *text, size_t bytes);
#endif
