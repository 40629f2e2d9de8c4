/* The verbs that set and show what is shared: each returns an exit code. */
#ifndef BURSTLOG_PFS_CONTROL_H
#define BURSTLOG_PFS_CONTROL_H

#include <stdbool.h>

/* Sets parameters, each "key=value": all of them, or, if one is wrong, none. */
int control_set(int count, char **assignments);

/* Shows the parameters with their meaning. */
int control_parameters(void);

/* Counts from zero again; `cold`: also drops all locks and empties the queues. */
int control_reset(bool cold);

int control_counters(bool json);

#endif
