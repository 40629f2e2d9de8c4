// Takes a POSIX write lock on a file, says 'locked', holds it until standard input ends.
//
//   hold-lock FILE          fails at once if somebody else has it
//   hold-lock FILE wait     waits for it
//   hold-lock FILE twice    takes it through two descriptors, which one process may
//   hold-lock FILE close    takes it, then closes another descriptor of the file, which drops it

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int take(int fd, int command) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fd, command, &lock) == 0) return 0;
  perror("hold-lock");
  return -1;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const char *how = argc > 2 ? argv[2] : "";
  int fd = open(argv[1], O_RDWR | O_CREAT, 0644);
  int other = open(argv[1], O_RDWR);
  if (fd < 0 || other < 0) {
    perror(argv[1]);
    return 2;
  }
  if (take(fd, strcmp(how, "wait") == 0 ? F_SETLKW : F_SETLK) < 0) return 1;
  if (strcmp(how, "twice") == 0 && take(other, F_SETLK) < 0) return 1;
  if (strcmp(how, "close") == 0) close(other);
  printf("locked\n");
  fflush(stdout);
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  return 0;
}
