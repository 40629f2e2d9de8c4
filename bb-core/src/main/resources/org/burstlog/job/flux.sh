#!/bin/sh
# Burstlog: for the script of a job of Flux: flux batch -t 60m --signal=SIGUSR1@@SECONDS@s SCRIPT.
# With Rabbits, an instance goes with the job, so that its logs are to be copied out, too:
#   flux batch --setattr=dw="#DW jobdw type=xfs capacity=CAPACITY name=burstlog
#   #DW copy_out source=$DW_JOB_burstlog destination=DESTINATION profile=default" SCRIPT
eval "$(@BB@ job end --export)"
burstlog_out() {
  @BB@ stage out --tier @TIER@ --budget @SECONDS@s
}
trap burstlog_out EXIT
trap 'exit 143' TERM
trap 'exit 138' USR1
