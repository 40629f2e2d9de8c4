-- Burstlog: for burst_buffer.lua in the directory of slurm.conf. Slurm calls these functions on the
-- host of slurmctld, so the tier must be seen there. data_out also runs behind a job that was
-- cancelled. It may run as long as StageOutTimeout in burst_buffer.conf allows.
local bb = [[@BB@]]
local tier = [[@TIER@]]

function slurm_bb_job_process(job_script, uid, gid, job_info)
  return slurm.SUCCESS
end

function slurm_bb_pools()
  return slurm.SUCCESS
end

function slurm_bb_setup(job_id, uid, gid, pool, bb_size, job_script, job_info)
  return slurm.SUCCESS
end

function slurm_bb_data_in(job_id, job_script, uid, gid, job_info)
  return slurm.SUCCESS
end

function slurm_bb_real_size(job_id, uid, gid, job_info)
  return slurm.SUCCESS
end

-- The environment that programs of the job get.
function slurm_bb_paths(job_id, job_script, path_file, uid, gid, job_info)
  local file = io.open(path_file, "w")
  if file == nil then
    return slurm.ERROR, "cannot write " .. path_file
  end
  file:write("BURSTLOG_TIER=" .. tier .. "\n")
  file:close()
  return slurm.SUCCESS
end

function slurm_bb_pre_run(job_id, job_script, uid, gid, job_info)
  return slurm.SUCCESS
end

function slurm_bb_post_run(job_id, job_script, uid, gid, job_info)
  return slurm.SUCCESS
end

function slurm_bb_data_out(job_id, job_script, uid, gid, job_info)
  local command = "setpriv --reuid=" .. uid .. " --regid=" .. gid .. " --init-groups "
    .. bb .. " stage out --tier " .. tier .. " --budget @SECONDS@s"
  local ok, how, code = os.execute(command)
  if ok == true or ok == 0 then
    return slurm.SUCCESS
  end
  return slurm.ERROR, "bb stage out ended with " .. tostring(code or ok)
    .. "; what is left stays on the tier, for 'bb recover'"
end

function slurm_bb_job_teardown(job_id, job_script, hurry, uid, gid)
  return slurm.SUCCESS
end

function slurm_bb_get_status(...)
  return slurm.SUCCESS, "burstlog tier " .. tier
end
