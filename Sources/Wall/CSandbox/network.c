// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L4 and WALL-X7: the network namespace of a root host's extension. Creating it takes the kernel longer than the
// rest of the sandbox, so a second thread of the launcher does it while the first reads the plan and the child builds
// the view. The launcher sends it to the child, which enters it before it changes its uid.

#define _GNU_SOURCE
#include "CSandbox.h"
#include "thread.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

/// The value of `outcome` until the thread has finished; then it is 0 or an errno.
enum { PENDING = -1 };

static int outcome = PENDING;
static long thread;
static _Alignas(16) char stack[4096];

/// Runs on the second thread, which shares `errno` with the first and so must not change it.
__attribute__((noreturn)) static void make_network(void) {
  long result = thread_call(SYS_unshare, CLONE_NEWNET, 0, 0);
  __atomic_store_n(&outcome, (int)-result, __ATOMIC_RELEASE);
  thread_call(SYS_futex, (long)&outcome, FUTEX_WAKE_PRIVATE, INT_MAX);
  // The namespace exists as long as this thread, which ends with the launcher.
  static const int never = 0;
  while (1) thread_call(SYS_futex, (long)&never, FUTEX_WAIT_PRIVATE, 0);
}

void csandbox_begin_network(void) {
  if (thread != 0) return;
  // No CLONE_FILES: the descriptor numbers of the launcher must stay as the plan names them.
  thread = thread_start(CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, stack + sizeof stack, make_network);
}

/// Opens the namespace that the thread created. If the thread failed, creates one here and returns the error if that
/// fails too.
static int open_network(void) {
  char path[64] = "/proc/self/ns/net";
  while (thread > 0 && __atomic_load_n(&outcome, __ATOMIC_ACQUIRE) == PENDING)
    if (syscall(SYS_futex, &outcome, FUTEX_WAIT_PRIVATE, PENDING, NULL) < 0 && errno != EAGAIN && errno != EINTR)
      return -errno;
  if (thread > 0 && outcome == 0) {
    struct words words = words_in(path, sizeof path);
    add_text(&words, "/proc/self/task/");
    add_number(&words, (uint32_t)thread);
    add_text(&words, "/ns/net");
  } else if (unshare(CLONE_NEWNET) < 0)
    return -errno;
  int network = open(path, O_RDONLY | O_CLOEXEC);
  return network < 0 ? -errno : network;
}

int csandbox_send_network(int socket) {
  int network = open_network();
  if (network < 0) return network;
  int error = csandbox_hand_over(socket, &network, 1);
  close(network);
  close(socket);
  return error;
}

int csandbox_join_network(int socket) {
  union control control;
  char byte;
  struct iovec body = {&byte, 1};
  struct msghdr message;
  ssize_t size;
  do {
    message = (struct msghdr){.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes};
    size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size < 0) return -errno;
  if (size == 0) return -ECHILD;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int)) || (message.msg_flags & MSG_CTRUNC) != 0)
    return -EPROTO;
  int network;
  memcpy(&network, CMSG_DATA(header), sizeof network);
  int error = setns(network, CLONE_NEWNET) < 0 ? -errno : 0;
  close(network);
  close(socket);
  return error;
}
