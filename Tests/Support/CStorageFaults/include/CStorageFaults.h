// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// What belongs here: a SQLite VFS for tests that shows every step on the files below a watched directory to an observer,
// which may record it, let it fail, or let it be forgotten. Everything else goes straight to the system's VFS. No test
// logic, and nothing that a product links.

#ifndef C_STORAGE_FAULTS_H
#define C_STORAGE_FAULTS_H

#include <stdint.h>

enum storage_step_kind {
  storage_step_write = 0,
  storage_step_truncate = 1,
  storage_step_sync = 2,
  storage_step_delete = 3,
};

/// One step on a file. Of a truncation `offset` is the new size.
struct storage_step {
  enum storage_step_kind kind;
  const char *_Nonnull path;
  int64_t offset;
  const void *_Nullable bytes;
  int64_t count;
};

/// What becomes of a step: 0 it is done, positive the SQLite error that the caller gets instead, `storage_forgotten` it is
/// said to be done and is not.
typedef int (*storage_observer)(void *_Nullable context, const struct storage_step *_Nonnull step);

enum { storage_forgotten = -1 };

/// Becomes the default VFS, once for the process.
int storage_faults_install(void);

/// Watches files opened from now on whose path starts with `prefix`; 0, or -1 when too many are watched.
int storage_faults_watch(const char *_Nonnull prefix, storage_observer _Nonnull observer, void *_Nullable context);

/// Stops watching. No file below `prefix` may be open any more.
void storage_faults_unwatch(const char *_Nonnull prefix);

/// Runs SQL on a database file with a connection of its own: how a test makes a store of another age.
///
/// Returns a SQLite result code; the first column of the first row of the last statement goes to `answer`.
int storage_execute(const char *_Nonnull path, const char *_Nonnull sql, char *_Nullable answer, int answer_size);

/// Gives the calling thread a mount namespace of its own with a tmpfs of `bytes` bytes at `path`; 0 or an errno.
int storage_small_disk(const char *_Nonnull path, int64_t bytes);

#endif
