// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The calls of the host: starting a launcher, answering watched calls and waiting for processes. `CSandbox.h` includes
// this file.

#ifndef CSANDBOX_HOST_H
#define CSANDBOX_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

struct csandbox_status;

/// H4: starts `path` with `sources[i]` as descriptor i (-1: closed) and no others; the sources must be above all
/// targets. The child starts with all signals blocked; the launcher resets signals that the host ignores (WALL-L3).
int csandbox_spawn(const char *path, const int *sources, size_t count, pid_t *pid);
/// Starts `path` with the given descriptors and no sandbox; for benchmarks and tests only.
int csandbox_spawn_unconfined(const char *path, char *_Nullable const *_Nonnull argv,
                              char *_Nullable const *_Nonnull envp, const int *sources, size_t count, pid_t *pid);
/// H3: `openat2` with RESOLVE_BENEATH, NO_SYMLINKS and NO_MAGICLINKS.
int csandbox_open_beneath(int directory, const char *path, int flags);
/// Opens the network namespace of the calling thread.
int csandbox_own_network(void);
/// Creates a network namespace and returns a descriptor of it. The calling thread enters it and then returns to `home`,
/// its own namespace. If it can't return, `is_away` is set and the thread must end.
int csandbox_make_network(int home, int *is_away);
/// A pair of connected sockets, close-on-exec.
int csandbox_socket_pair(int *ours, int *theirs);
/// Orders a waiting launcher, once and before its plan, to enter these of `CSANDBOX_NAMESPACES_AHEAD`.
int csandbox_order_ahead(int socket, uint32_t namespaces);
/// Sends a waiting launcher the listed descriptors in order, followed by the plan.
int csandbox_hand_over(int socket, const int *descriptors, size_t count);
/// The last descriptor that `csandbox_watch` sent; -EAGAIN if there is none.
int csandbox_take_listener(int socket);
/// A system call that is blocked until the host answers.
struct csandbox_call {
  uint64_t id;
  int32_t thread;
  int32_t number;
  uint64_t arguments[6];
};
/// Receives a call from a listener that is readable: 1 with `call`, or 0 if its thread no longer waits.
int csandbox_next_call(int listener, struct csandbox_call *call);
/// Lets the call continue if `error` is 0, else makes it return `error`; -ENOENT if its thread no longer waits.
int csandbox_answer_call(int listener, uint64_t id, int error);
struct pollfd;
/// `poll` with nanosecond timeouts; blocks without a timeout if `nanoseconds` is negative.
int csandbox_poll(struct pollfd *list, size_t count, int64_t nanoseconds);
/// An eventfd: a write of eight bytes to it wakes a thread that polls it.
int csandbox_alarm(void);
/// A sealed memfd that holds `bytes`.
int csandbox_sealed_memory(const void *bytes, size_t length);
/// Reserves disk space for the file's first `bytes` without changing its length; succeeds if the file system can't do
/// this.
int csandbox_reserve(int fd, int64_t bytes);
/// Free bytes and inodes of the file system of `fd`; -1 inodes if it has no fixed number. `in_memory`: tmpfs or ramfs.
int csandbox_volume(int fd, int64_t *free_bytes, int64_t *free_inodes, int *in_memory);
/// `write_bytes` of an open /proc/<pid>/io.
int csandbox_written(int io, int64_t *bytes);
/// The memory that only the process of an open /proc/<pid>/status uses, resident or swapped, with its page tables;
/// -ENODATA once it has given it up.
int csandbox_private_memory(int status, int64_t *bytes);
/// The processor time that all threads of a process have used.
int csandbox_processor_time(pid_t pid, int64_t *nanoseconds);
/// A descriptor that is readable after a timer of this thread has expired. All signals must be blocked.
int csandbox_timer_events(void);
/// Makes a timer of the processor time of another process, which notifies the calling thread.
int csandbox_processor_timer(pid_t pid, int *timer);
/// Sets the timer, once, to when the process has used `nanoseconds` more.
int csandbox_arm_timer(int timer, int64_t nanoseconds);
void csandbox_delete_timer(int timer);
int csandbox_pipe(int *read_end, int *write_end);
int csandbox_pidfd_open(pid_t pid);
int csandbox_pidfd_kill(int pidfd, int signal);
/// Waits for a child: 1 with `code` (CLD_*), `status` and the most bytes that were ever `resident` if it has ended, 0
/// after `milliseconds`.
int csandbox_pidfd_wait(int pidfd, int milliseconds, int *code, int *status, int64_t *resident);
/// Waits until SIGSTOP has stopped every thread of a child: 1 if it has stopped or ended, 0 after `milliseconds`.
/// Leaves its status to be reaped.
int csandbox_pidfd_wait_stopped(int pidfd, int milliseconds);
/// Reads the cores that a thread may run on, one bit each, low words first; returns the number of words written.
int csandbox_affinity(pid_t thread, uint64_t *words, size_t count);
int csandbox_set_affinity(pid_t thread, const uint64_t *words, size_t count);
int csandbox_wait_pid(pid_t pid);
/// Reads one status record: 1 if read, 0 at end of file.
int csandbox_read_status(int fd, struct csandbox_status *record, int milliseconds);
/// The Landlock ABI of this kernel.
int csandbox_landlock_abi(void);
int csandbox_set_dumpable(int dumpable);
/// 1 if SIGCHLD is ignored, so that children cannot be reaped.
int csandbox_children_are_ignored(void);
/// Reduces the wake-up latency of the calling thread on busy cores: short time slices (Linux 6.12) and the highest
/// priority that this user may set.
int csandbox_hasten_thread(void);
/// Gives the calling thread precedence over every ordinary thread, or hastens it if this user may not do that. For a
/// thread that works for microseconds at a time.
int csandbox_put_thread_first(void);
/// Runs `body(context)` on a detached thread that has all signals blocked and the priority of the process.
int csandbox_start_thread(void (*body)(void *), void *context);

#pragma clang assume_nonnull end

#endif
