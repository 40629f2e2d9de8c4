/*
 * burstlog-pfs: an emulated parallel file system.
 *
 *   burstlog-pfs mount STATE BACKING MOUNTPOINT [cached]    become a client, in the background
 *   burstlog-pfs set STATE KEY=VALUE…                       change parameters
 *   burstlog-pfs parameters STATE
 *   burstlog-pfs reset STATE [cold]
 *   burstlog-pfs counters STATE [json]
 *
 * Files are kept, whole, in a plain directory. What is emulated is the price of reaching them as if they were
 * striped over servers with Lustre-like locks. Every mount is one client; all clients of one state file
 * together are one file system. The shell command `pfs` drives this program; README.md lists parameters and
 * counters.
 *
 * THE MODEL
 *
 * Layout. Byte b of a file is in stripe s = b / stripe_size, at stripe position s % stripe_count. What a file
 * has at one position is an object, which lies on one server: (inode * 7 + position) % servers.
 *
 * Request. The kernel cuts a read or write into requests of at most 1 MiB. A request splits into one part for
 * each object it touches, which is contiguous in the object. A server works on one part at a time, in order
 * of arrival:
 *
 *     begin  = max(now, when the server is free)
 *     end    = begin + revocations * revoke_us + slow * (service_us + bytes / bandwidth_mb)
 *
 * and the request is answered round_trip_us after the last of its parts has ended. So servers, not clients,
 * are what saturates; round trips of one client add up, those of different clients overlap.
 *
 * Locks. Before a client writes (reads) a part it needs a write (read) lock on that extent of the object:
 * locks.h has the rules. A lock is granted as large as possible and kept until another client's conflicting
 * request revokes it, which costs that request revoke_us of the server's time for each extent revoked. Two
 * clients that alternate in one object therefore pay at every turn; a client alone in an object pays never.
 * Changing the size of a file, and allocating, take write locks up to the end of every object.
 *
 * Metadata. One further server takes open_us for an open, create, unlink, rename, mkdir, or file lock of an
 * application. Attributes are free.
 *
 * Faults. A request that is to fail fails as a whole, moves nothing, and costs a round trip. Only a write
 * that meets the end of space (enospc_after) is cut short first.
 *
 * Gathering. With gather=BYTES a client keeps what is written to a file, joins what touches, and sends it in
 * requests of up to 1 MiB when a file has so many bytes kept, is read by this client, resized, synced or
 * closed (gather.h). Faults then belong to the call that sends, and what they meet is in the file nevertheless.
 *
 * LIMITS
 *
 * - Unless it gathers, a client writes through; there is no read-ahead; hence one process has one request in the air
 *   at a time, and the kernel admits one writer to a file on each client. Real clients pipeline.
 * - The kernel's requests are 1 MiB only for page-aligned memory. From other memory it takes 255 pages and
 *   what is left of the MiB apart: twice the requests, and most of them across a stripe border.
 * - Locks are exact to the byte and a revocation costs the same whatever it covers; what its
 *   holder keeps is sent when the holder would have sent it, and not before.
 * - Lock grants do not shrink under contention, as some real servers make them do.
 * - The network has no bandwidth of its own, and reading costs what writing does.
 * - enospc_after counts bytes written since it was set, overwriting included; removing a file gives nothing
 *   back.
 * - fstat of a file that another client has removed works, opening it does not, as should be; a file removed
 *   on the client that has it open is renamed to .fuse_hidden… until it is closed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control.h"
#include "operations.h"
#include "state.h"

/* Threads wait for the emulated servers and for file locks, so there must be more than processes of a node.
 *  */
static const char OPTIONS[] = "fsname=burstlog-pfs,subtype=burstlog,max_threads=256,max_idle_threads=16";

static int usage(void) {
  fprintf(stderr, "usage: burstlog-pfs mount STATE BACKING MOUNTPOINT [cached]\n"
                  "       burstlog-pfs set STATE KEY=VALUE…\n"
                  "       burstlog-pfs parameters STATE\n"
                  "       burstlog-pfs reset STATE [cold]\n"
                  "       burstlog-pfs counters STATE [json]\n");
  return 2;
}

static int mount_and_serve(char *program, const char *backing, char *mount_point, bool cached) {
  char options[256];
  int error = operations_open_backing(backing);
  if (error != 0) {
    fprintf(stderr, "burstlog-pfs: %s: %s\n", backing, strerror(-error));
    return 1;
  }
  if (cached) operations_use_page_cache();
  /* other users may come in, under the usual permissions; only root can offer that */
  const char *for_all = geteuid() == 0 ? ",allow_other,default_permissions" : "";
  snprintf(options, sizeof options, "%s%s", OPTIONS, for_all);
  umask(0);
  char dash_o[] = "-o";
  char *arguments[] = {program, mount_point, dash_o, options, NULL};
  return fuse_main(4, arguments, &operations, NULL) == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc < 3) return usage();
  const char *verb = argv[1];
  const char *option = argc > 3 ? argv[argc - 1] : "";
  bool makes_state = strcmp(verb, "mount") == 0 || strcmp(verb, "set") == 0;
  if (state_map(argv[2], makes_state) < 0) return 1;

  if (strcmp(verb, "mount") == 0 && (argc == 5 || argc == 6))
    return mount_and_serve(argv[0], argv[3], argv[4], strcmp(option, "cached") == 0);
  if (strcmp(verb, "set") == 0) return control_set(argc - 3, argv + 3);
  if (strcmp(verb, "parameters") == 0) return control_parameters();
  if (strcmp(verb, "reset") == 0) return control_reset(strcmp(option, "cold") == 0);
  if (strcmp(verb, "counters") == 0) return control_counters(strcmp(option, "json") == 0);
  return usage();
}
