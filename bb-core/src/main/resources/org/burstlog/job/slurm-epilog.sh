#!/bin/sh
# Burstlog: for Epilog in slurm.conf, which runs on each node as root when a job has ended there.
# What the job has left on the tier of the node moves to its files as the user of the job. Whatever
# comes of it, the node is not drained: the rest stays on the tier and can be replayed.
[ -n "$SLURM_JOB_USER" ] || exit 0
runuser -u "$SLURM_JOB_USER" -- @BB@ stage out --tier @TIER@ --budget @SECONDS@s
code=$?
# 0 all is in the files, 1 some is left for lack of time, 2 something was refused.
[ "$code" -eq 0 ] || logger -t burstlog "job $SLURM_JOB_ID: bb stage out ended with $code" || :
exit 0
