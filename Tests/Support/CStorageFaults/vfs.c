// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CStorageFaults.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

struct watch {
  char prefix[512];
  storage_observer observer;
  void *context;
};

enum { watch_limit = 64 };
static struct watch watches[watch_limit];
static pthread_mutex_t watches_lock = PTHREAD_MUTEX_INITIALIZER;

/// An open watched file. The structure of the real file follows it in memory.
struct watched_file {
  sqlite3_file base;
  char *path;
  storage_observer observer;
  void *context;
};

static sqlite3_vfs *real_vfs;
static sqlite3_vfs shim_vfs;
static sqlite3_io_methods shim_methods;

static sqlite3_file *real_file(sqlite3_file *file) { return (sqlite3_file *)((struct watched_file *)file + 1); }

static int find_watch(const char *path, struct watch *found) {
  int result = 0;
  pthread_mutex_lock(&watches_lock);
  for (int i = 0; i < watch_limit; i++) {
    if (watches[i].observer && strncmp(path, watches[i].prefix, strlen(watches[i].prefix)) == 0) {
      *found = watches[i];
      result = 1;
    }
  }
  pthread_mutex_unlock(&watches_lock);
  return result;
}

static int observe(sqlite3_file *file, enum storage_step_kind kind, int64_t offset, const void *bytes, int64_t count) {
  struct watched_file *watched = (struct watched_file *)file;
  struct storage_step step = {kind, watched->path, offset, bytes, count};
  return watched->observer(watched->context, &step);
}

// MARK: - Files

static int shim_close(sqlite3_file *file) {
  struct watched_file *watched = (struct watched_file *)file;
  int result = real_file(file)->pMethods->xClose(real_file(file));
  sqlite3_free(watched->path);
  watched->path = NULL;
  return result;
}
static int shim_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real_file(file)->pMethods->xRead(real_file(file), bytes, count, offset);
}
static int shim_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int verdict = observe(file, storage_step_write, offset, bytes, count);
  if (verdict == storage_forgotten) return SQLITE_OK;
  return verdict ? verdict : real_file(file)->pMethods->xWrite(real_file(file), bytes, count, offset);
}
static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int verdict = observe(file, storage_step_truncate, size, NULL, 0);
  if (verdict == storage_forgotten) return SQLITE_OK;
  return verdict ? verdict : real_file(file)->pMethods->xTruncate(real_file(file), size);
}
static int shim_sync(sqlite3_file *file, int flags) {
  int verdict = observe(file, storage_step_sync, 0, NULL, 0);
  if (verdict == storage_forgotten) return SQLITE_OK;
  return verdict ? verdict : real_file(file)->pMethods->xSync(real_file(file), flags);
}
static int shim_file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real_file(file)->pMethods->xFileSize(real_file(file), size);
}
static int shim_lock(sqlite3_file *file, int level) {
  return real_file(file)->pMethods->xLock(real_file(file), level);
}
static int shim_unlock(sqlite3_file *file, int level) {
  return real_file(file)->pMethods->xUnlock(real_file(file), level);
}
static int shim_check_reserved_lock(sqlite3_file *file, int *result) {
  return real_file(file)->pMethods->xCheckReservedLock(real_file(file), result);
}
static int shim_file_control(sqlite3_file *file, int operation, void *argument) {
  return real_file(file)->pMethods->xFileControl(real_file(file), operation, argument);
}
static int shim_sector_size(sqlite3_file *file) { return real_file(file)->pMethods->xSectorSize(real_file(file)); }
static int shim_device_characteristics(sqlite3_file *file) {
  return real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
}
static int shim_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **result) {
  return real_file(file)->pMethods->xShmMap(real_file(file), page, size, extend, result);
}
static int shim_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_file(file)->pMethods->xShmLock(real_file(file), offset, count, flags);
}
static void shim_shm_barrier(sqlite3_file *file) { real_file(file)->pMethods->xShmBarrier(real_file(file)); }
static int shim_shm_unmap(sqlite3_file *file, int deletes) {
  return real_file(file)->pMethods->xShmUnmap(real_file(file), deletes);
}

static sqlite3_io_methods shim_methods = {
  .iVersion = 2,
  .xClose = shim_close,
  .xRead = shim_read,
  .xWrite = shim_write,
  .xTruncate = shim_truncate,
  .xSync = shim_sync,
  .xFileSize = shim_file_size,
  .xLock = shim_lock,
  .xUnlock = shim_unlock,
  .xCheckReservedLock = shim_check_reserved_lock,
  .xFileControl = shim_file_control,
  .xSectorSize = shim_sector_size,
  .xDeviceCharacteristics = shim_device_characteristics,
  .xShmMap = shim_shm_map,
  .xShmLock = shim_shm_lock,
  .xShmBarrier = shim_shm_barrier,
  .xShmUnmap = shim_shm_unmap,
};

// MARK: - The file system

static int shim_open(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  struct watch watch;
  if (!path || !find_watch(path, &watch)) return real_vfs->xOpen(real_vfs, path, file, flags, out_flags);
  struct watched_file *watched = (struct watched_file *)file;
  memset(watched, 0, sizeof *watched);
  // Pass on SQLite's own path pointer: the real VFS reads the names of journal and log behind it.
  int result = real_vfs->xOpen(real_vfs, path, real_file(file), flags, out_flags);
  if (!real_file(file)->pMethods) return result;
  watched->path = sqlite3_mprintf("%s", path);
  watched->observer = watch.observer;
  watched->context = watch.context;
  watched->base.pMethods = &shim_methods;
  return result;
}

static int shim_delete(sqlite3_vfs *vfs, const char *path, int sync_directory) {
  (void)vfs;
  struct watch watch;
  if (path && find_watch(path, &watch)) {
    struct storage_step step = {storage_step_delete, path, 0, NULL, 0};
    int verdict = watch.observer(watch.context, &step);
    if (verdict == storage_forgotten) return SQLITE_OK;
    if (verdict) return verdict;
  }
  return real_vfs->xDelete(real_vfs, path, sync_directory);
}

static int installed = SQLITE_ERROR;

static void install(void) {
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return;
  // All methods except open and delete are those of the real VFS, called with its private data.
  shim_vfs = *real_vfs;
  shim_vfs.pNext = NULL;
  shim_vfs.zName = "sallyport-storage-faults";
  shim_vfs.szOsFile = (int)sizeof(struct watched_file) + real_vfs->szOsFile;
  shim_vfs.xOpen = shim_open;
  shim_vfs.xDelete = shim_delete;
  installed = sqlite3_vfs_register(&shim_vfs, 1);
}

int storage_faults_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return installed;
}

int storage_faults_watch(const char *prefix, storage_observer observer, void *context) {
  int result = -1;
  pthread_mutex_lock(&watches_lock);
  for (int i = 0; i < watch_limit && result != 0 && strlen(prefix) < sizeof watches[i].prefix; i++) {
    if (watches[i].observer) continue;
    strcpy(watches[i].prefix, prefix);
    watches[i].observer = observer;
    watches[i].context = context;
    result = 0;
  }
  pthread_mutex_unlock(&watches_lock);
  return result;
}

void storage_faults_unwatch(const char *prefix) {
  pthread_mutex_lock(&watches_lock);
  for (int i = 0; i < watch_limit; i++) {
    if (watches[i].observer && strcmp(watches[i].prefix, prefix) == 0) watches[i].observer = NULL;
  }
  pthread_mutex_unlock(&watches_lock);
}

// MARK: - SQL

int storage_execute(const char *path, const char *sql, char *answer, int answer_size) {
  sqlite3 *database = NULL;
  int result = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  while (result == SQLITE_OK && sql && *sql) {
    sqlite3_stmt *statement = NULL;
    result = sqlite3_prepare_v2(database, sql, -1, &statement, &sql);
    if (result != SQLITE_OK || !statement) continue;
    result = sqlite3_step(statement);
    if (result == SQLITE_ROW && answer) {
      const unsigned char *text = sqlite3_column_text(statement, 0);
      snprintf(answer, (size_t)answer_size, "%s", text ? (const char *)text : "");
    }
    while (result == SQLITE_ROW) result = sqlite3_step(statement);
    if (result == SQLITE_DONE) result = SQLITE_OK;
    sqlite3_finalize(statement);
  }
  sqlite3_close(database);
  return result;
}
