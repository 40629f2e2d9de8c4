# Burstlog: for the script of a job that has an instance of DataWarp of its own. The instance goes
# with the job. So what is pending moves to the files before, as far as the time suffices; and what
# is left of the logs is staged out, so that it can be replayed from there:
#   bb recover --all --tier DESTINATION
# Put the size, and a directory of the parallel file system that exists, in place of the words in
# capitals.
#DW jobdw type=scratch access_mode=striped capacity=CAPACITY
#DW stage_out type=directory source=$DW_JOB_STRIPED/ destination=DESTINATION
export BURSTLOG_TIER="${DW_JOB_STRIPED%/}"
eval "$(@BB@ job end --export)"
burstlog_out() {
  @BB@ stage out --tier "$BURSTLOG_TIER" --budget @SECONDS@s
}
trap burstlog_out EXIT
trap 'exit 143' TERM
trap 'exit 138' USR1
