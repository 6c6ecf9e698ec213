// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A SQLite VFS for tests. It reports every step on the files below a watched directory to an observer, which may record the
// step, fail it, or skip it and report success. All other files use the system's VFS directly. This module contains no test
// logic, and no product links it.

#ifndef C_STORAGE_FAULTS_H
#define C_STORAGE_FAULTS_H

#include <stdint.h>

enum storage_step_kind {
  storage_step_write = 0,
  storage_step_truncate = 1,
  storage_step_sync = 2,
  storage_step_delete = 3,
};

/// One step on a file. For a truncation, `offset` is the new size.
struct storage_step {
  enum storage_step_kind kind;
  const char *_Nonnull path;
  int64_t offset;
  const void *_Nullable bytes;
  int64_t count;
};

/// Decides a step: 0 executes it, a positive SQLite error is returned to the caller instead, and `storage_forgotten` skips
/// the step and reports success.
typedef int (*storage_observer)(void *_Nullable context, const struct storage_step *_Nonnull step);

enum { storage_forgotten = -1 };

/// Installs the default VFS, once per process.
int storage_faults_install(void);

/// Watches files opened from now on whose path starts with `prefix`. Returns 0, or -1 if there are too many watches.
int storage_faults_watch(const char *_Nonnull prefix, storage_observer _Nonnull observer, void *_Nullable context);

/// Stops watching. Every file below `prefix` must be closed.
void storage_faults_unwatch(const char *_Nonnull prefix);

/// Runs SQL on a database file with its own connection, so that a test can create a store of another schema version.
///
/// Returns a SQLite result code, and in `answer` the first column of the first row of the last statement.
int storage_execute(const char *_Nonnull path, const char *_Nonnull sql, char *_Nullable answer, int answer_size);

/// Moves the calling thread to a mount namespace of its own. Threads that it starts later are in it too. Returns 0 or an errno.
int storage_own_mounts(void);

/// Moves the calling thread to a new mount namespace with a tmpfs of `bytes` bytes at `path`. Returns 0 or an errno.
int storage_small_disk(const char *_Nonnull path, int64_t bytes);

/// How often this thread closed a descriptor that was not open. `-1` is not counted.
int64_t storage_failed_closes(void);

#endif
