# Burstlog: at the beginning of the job's script. Programs of the job then know when it ends, and
# begin their last drains in time.
eval "$(@BB@ job end --export)"

# Burstlog: before the end of the script, and where the scheduler tells that the end is near (Slurm:
# sbatch --signal=B:USR1@SECONDS). What is pending then moves to the files, the newest first, as far
# as the time suffices; the rest stays on the tier, for 'bb recover'.
burstlog_out() {
  @BB@ stage out --tier @TIER@ --budget @SECONDS@s
}
trap burstlog_out EXIT
trap 'exit 143' TERM
trap 'exit 138' USR1
