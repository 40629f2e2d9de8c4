#define _GNU_SOURCE
#include "operations.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "file_locks.h"
#include "gather.h"
#include "model.h"

enum { LARGEST_REQUEST = 1 << 20, MOST_TRIES = 16 };

/* What is known of an open file. */
struct handle {
  int fd;
  uint64_t inode;
  bool append;
  bool synced; /* opened so that each write is to be durable */
};

static int backing = -1;
static bool page_cache;

int operations_open_backing(const char *path) {
  backing = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return backing < 0 ? -errno : 0;
}

void operations_use_page_cache(void) { page_cache = true; }

/* FUSE paths begin with a slash; ours are relative to the backing directory. */
static const char *relative(const char *path) { return path[1] == 0 ? "." : path + 1; }

static struct handle *handle_of(const struct fuse_file_info *info) {
  return (struct handle *)(uintptr_t)info->fh;
}

static int result_of(int returned) { return returned < 0 ? -errno : 0; }

/* The daemon is root, the caller perhaps not: what it makes is to be the caller's. */
static int give_to_caller(const char *path) {
  const struct fuse_context *caller = fuse_get_context();
  if (geteuid() != 0 || (caller->uid == 0 && caller->gid == 0)) return 0;
  return result_of(fchownat(backing, relative(path), caller->uid, caller->gid, AT_SYMLINK_NOFOLLOW));
}

/* --- start and end -------------------------------------------------------------------------------------- */

static void *op_init(struct fuse_conn_info *connection, struct fuse_config *config) {
  /* attributes and names are asked for every time, so clients agree on them */
  config->entry_timeout = config->attr_timeout = config->negative_timeout = 0;
  config->use_ino = 1;
  connection->max_write = LARGEST_REQUEST;
  /* Threads inherit both: waits of some 100 us are not to be rounded up by the kernel's usual 50, nor to end
   * late because the machine is busy. Without the right to it the second just does not happen. */
  prctl(PR_SET_TIMERSLACK, 1000UL);
  setpriority(PRIO_PROCESS, 0, -15);
  model_join();
  return NULL;
}

static void op_destroy(void *unused) {
  (void)unused;
  model_leave();
}

/* --- names ---------------------------------------------------------------------------------------------- */

static int op_getattr(const char *path, struct stat *status, struct fuse_file_info *info) {
  if (info != NULL) return result_of(fstat(handle_of(info)->fd, status));
  return result_of(fstatat(backing, relative(path), status, AT_SYMLINK_NOFOLLOW));
}

static int op_mkdir(const char *path, mode_t mode) {
  model_metadata();
  int error = result_of(mkdirat(backing, relative(path), mode));
  return error != 0 ? error : give_to_caller(path);
}

static int op_rmdir(const char *path) {
  model_metadata();
  return result_of(unlinkat(backing, relative(path), AT_REMOVEDIR));
}

/* Which file a name leads to, if it is the last name of a file; 0 if there is none to forget. */
static uint64_t last_name_of(const char *path) {
  struct stat status;
  if (fstatat(backing, relative(path), &status, AT_SYMLINK_NOFOLLOW) < 0) return 0;
  return S_ISREG(status.st_mode) && status.st_nlink == 1 ? status.st_ino : 0;
}

static int op_unlink(const char *path) {
  model_metadata();
  uint64_t inode = last_name_of(path);
  int error = result_of(unlinkat(backing, relative(path), 0));
  if (error == 0 && inode != 0) model_forget(inode);
  return error;
}

static int op_rename(const char *from, const char *to, unsigned int flags) {
  model_metadata();
  uint64_t replaced = (flags & RENAME_EXCHANGE) != 0 ? 0 : last_name_of(to);
  uint64_t moved = last_name_of(from);
  int error = result_of(renameat2(backing, relative(from), backing, relative(to), flags));
  if (error == 0 && replaced != 0 && replaced != moved) model_forget(replaced);
  return error;
}

static int op_link(const char *from, const char *to) {
  model_metadata();
  return result_of(linkat(backing, relative(from), backing, relative(to), 0));
}

static int op_symlink(const char *target, const char *path) {
  model_metadata();
  int error = result_of(symlinkat(target, backing, relative(path)));
  return error != 0 ? error : give_to_caller(path);
}

static int op_readlink(const char *path, char *target, size_t size) {
  ssize_t length = readlinkat(backing, relative(path), target, size - 1);
  if (length < 0) return -errno;
  target[length] = 0;
  return 0;
}

static int op_chmod(const char *path, mode_t mode, struct fuse_file_info *info) {
  if (info != NULL) return result_of(fchmod(handle_of(info)->fd, mode));
  return result_of(fchmodat(backing, relative(path), mode, 0));
}

static int op_chown(const char *path, uid_t user, gid_t group, struct fuse_file_info *info) {
  if (info != NULL) return result_of(fchown(handle_of(info)->fd, user, group));
  return result_of(fchownat(backing, relative(path), user, group, AT_SYMLINK_NOFOLLOW));
}

static int op_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *info) {
  if (info != NULL) return result_of(futimens(handle_of(info)->fd, times));
  return result_of(utimensat(backing, relative(path), times, AT_SYMLINK_NOFOLLOW));
}

static int op_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                      struct fuse_file_info *info, enum fuse_readdir_flags flags) {
  (void)offset, (void)info, (void)flags;
  int fd = openat(backing, relative(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return -errno;
  DIR *directory = fdopendir(fd);
  if (directory == NULL) {
    int error = -errno;
    close(fd);
    return error;
  }
  const struct dirent *entry;
  int error = 0;
  while (errno = 0, (entry = readdir(directory)) != NULL) {
    struct stat status = {.st_ino = entry->d_ino, .st_mode = DTTOIF(entry->d_type)};
    if (fill(buffer, entry->d_name, &status, 0, 0) != 0) {
      error = -ENOMEM;
      break;
    }
  }
  if (entry == NULL && errno != 0) error = -errno;
  closedir(directory);
  return error;
}

static int op_statfs(const char *path, struct statvfs *status) {
  (void)path;
  return result_of(fstatvfs(backing, status));
}

/* --- open files ----------------------------------------------------------------------------------------- */

/* Cuts or extends an open file, under locks on all that changes. */
static int resize(int fd, uint64_t inode, off_t size) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  if (status.st_size == size) return 0;
  int error = gather_send(inode);
  if (error != 0) return error;
  model_resize(inode, size < status.st_size ? size : status.st_size);
  return result_of(ftruncate(fd, size));
}

/* Makes an open file descriptor the handle; `created` if the file did not exist. Closes it on failure. */
static int adopt(int fd, bool created, struct fuse_file_info *info) {
  struct stat status;
  struct handle *handle = malloc(sizeof *handle);
  int error = handle == NULL ? -ENOMEM : result_of(fstat(fd, &status));
  if (error == 0 && created) model_forget(status.st_ino);
  if (error == 0 && (info->flags & O_TRUNC) != 0) error = resize(fd, status.st_ino, 0);
  if (error != 0) {
    free(handle);
    close(fd);
    return error;
  }
  *handle = (struct handle){fd, status.st_ino, (info->flags & O_APPEND) != 0,
                            (info->flags & O_DSYNC) != 0};
  info->fh = (uintptr_t)handle;
  info->direct_io = !page_cache;
  return 0;
}

/* Flags for the backing file. O_APPEND is kept: the kernel of one client does not know the end of a file that
 * others write, but the backing file system does. O_TRUNC is done apart, under locks. */
static int backing_flags(int flags) {
  return (flags & (O_ACCMODE | O_APPEND)) | O_NOFOLLOW | O_CLOEXEC;
}

static int op_open(const char *path, struct fuse_file_info *info) {
  model_open();
  int fd = openat(backing, relative(path), backing_flags(info->flags));
  return fd < 0 ? -errno : adopt(fd, false, info);
}

static int op_create(const char *path, mode_t mode, struct fuse_file_info *info) {
  model_open();
  int flags = backing_flags(info->flags);
  /* another client may create or remove the name at the same time */
  for (int try = 0; try < MOST_TRIES; try++) {
    int fd = openat(backing, relative(path), flags | O_CREAT | O_EXCL, mode);
    if (fd >= 0) {
      int error = give_to_caller(path);
      if (error == 0) return adopt(fd, true, info);
      close(fd);
      return error;
    }
    if (errno != EEXIST || (info->flags & O_EXCL) != 0) return -errno;
    fd = openat(backing, relative(path), flags);
    if (fd >= 0) return adopt(fd, false, info);
    if (errno != ENOENT) return -errno;
  }
  return -EIO;
}

/* Every close of a program sends what is kept, and tells whether that failed. */
static int op_flush(const char *path, struct fuse_file_info *info) {
  (void)path;
  return gather_send(handle_of(info)->inode);
}

static int op_release(const char *path, struct fuse_file_info *info) {
  (void)path;
  struct handle *handle = handle_of(info);
  file_locks_release(handle);
  close(handle->fd);
  free(handle);
  return 0;
}

static int op_truncate(const char *path, off_t size, struct fuse_file_info *info) {
  if (info != NULL) return resize(handle_of(info)->fd, handle_of(info)->inode, size);
  int fd = openat(backing, relative(path), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -errno;
  struct stat status;
  int error = result_of(fstat(fd, &status));
  if (error == 0) error = resize(fd, status.st_ino, size);
  close(fd);
  return error;
}

static int op_fallocate(const char *path, int mode, off_t offset, off_t length, struct fuse_file_info *info) {
  (void)path;
  model_resize(handle_of(info)->inode, offset);
  return result_of(fallocate(handle_of(info)->fd, mode, offset, length));
}

/* What is read is charged, not what is asked for: clients know where the file ends. */
static int op_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  (void)path;
  const struct handle *handle = handle_of(info);
  int error = gather_send(handle->inode);
  if (error != 0) return error;
  ssize_t count = pread(handle->fd, buffer, size, offset);
  if (count < 0) return -errno;
  return (int)model_transfer(handle->inode, offset, count, false);
}

static int op_write(const char *path, const char *buffer, size_t size, off_t offset,
                    struct fuse_file_info *info) {
  (void)path;
  const struct handle *handle = handle_of(info);
  if (handle->append) {
    struct stat status;
    if (fstat(handle->fd, &status) < 0) return -errno;
    offset = status.st_size;
  }
  int64_t permitted = (int64_t)size;
  int error = 0;
  if (!handle->synced && gather_is_on())
    error = gather_write(handle->inode, offset, permitted);
  else
    permitted = model_transfer(handle->inode, offset, permitted, true);
  if (error != 0 || permitted < 0) return error != 0 ? error : (int)permitted;
  /* a short count, as of a full disk, is passed on: the caller must cope with it */
  ssize_t count = pwrite(handle->fd, buffer, (size_t)permitted, offset);
  return count < 0 ? -errno : (int)count;
}

/* Writes have reached the backing file before they return; what is kept of their price is paid now. */
static int op_fsync(const char *path, int data_only, struct fuse_file_info *info) {
  (void)path, (void)data_only;
  int error = gather_send(handle_of(info)->inode);
  int failed = model_sync();
  return error != 0 ? error : failed;
}

/* --- locks of applications ------------------------------------------------------------------------------ */

static int op_lock(const char *path, struct fuse_file_info *info, int command, struct flock *lock) {
  (void)path;
  const struct handle *handle = handle_of(info);
  if (lock->l_type != F_UNLCK) model_metadata();
  return file_locks_fcntl(handle, handle->fd, handle->inode, info->lock_owner, command, lock);
}

static int op_flock(const char *path, struct fuse_file_info *info, int operation) {
  (void)path;
  if ((operation & ~LOCK_NB) != LOCK_UN) model_metadata();
  return file_locks_flock(handle_of(info)->fd, operation);
}

const struct fuse_operations operations = {
    .init = op_init,
    .destroy = op_destroy,
    .getattr = op_getattr,
    .mkdir = op_mkdir,
    .rmdir = op_rmdir,
    .unlink = op_unlink,
    .rename = op_rename,
    .link = op_link,
    .symlink = op_symlink,
    .readlink = op_readlink,
    .chmod = op_chmod,
    .chown = op_chown,
    .utimens = op_utimens,
    .readdir = op_readdir,
    .statfs = op_statfs,
    .open = op_open,
    .create = op_create,
    .flush = op_flush,
    .release = op_release,
    .truncate = op_truncate,
    .fallocate = op_fallocate,
    .read = op_read,
    .write = op_write,
    .fsync = op_fsync,
    .lock = op_lock,
    .flock = op_flock,
};
