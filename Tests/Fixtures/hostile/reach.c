// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads paths from the request pipe, one per line, and writes to the reply pipe what it can read of each: the first bytes
// of a file, the names in a directory. "end" is the last line.

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show(const char *path) {
  char bytes[512];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t count = read(file, bytes, sizeof bytes);
  dprintf(4, "open %s\n", path);
  if (count > 0 && write(4, bytes, (size_t)count) > 0) dprintf(4, "\n");
  DIR *directory = fdopendir(file);
  for (struct dirent *entry = directory ? readdir(directory) : NULL; entry; entry = readdir(directory))
    dprintf(4, "name %s\n", entry->d_name);
}

int main(void) {
  char path[4096];
  FILE *list = fdopen(3, "r");
  while (list && fgets(path, sizeof path, list)) {
    path[strcspn(path, "\n")] = 0;
    if (strcmp(path, "end") == 0) break;
    show(path);
  }
  dprintf(4, "end\n");
  // The host looks at the process from outside while it waits.
  while (list && fgets(path, sizeof path, list)) continue;
}
