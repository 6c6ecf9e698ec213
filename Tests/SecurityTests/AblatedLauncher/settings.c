// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "settings.h"

#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
  const char *name;
  uint32_t layer;
  uint64_t flag;
} layers[] = {
    {"filter", LAYER_FILTER, 0},
    {"landlock", LAYER_LANDLOCK, 0},
    {"pid", LAYER_PID, CLONE_NEWPID},
    {"net", LAYER_NET, CLONE_NEWNET},
    {"ipc", LAYER_IPC, CLONE_NEWIPC},
    {"time", LAYER_TIME, CLONE_NEWTIME},
    {"uts", LAYER_UTS, CLONE_NEWUTS},
    {"cgroupns", LAYER_CGROUP, CLONE_NEWCGROUP},
    {"identity", LAYER_IDENTITY, 0},
    {"limits", LAYER_LIMITS, 0},
    {"address-space", LAYER_ADDRESS_SPACE, 0},
    {"descriptors", LAYER_DESCRIPTORS, 0},
    {"clean-start", LAYER_CLEAN, 0},
    {"death", LAYER_DEATH, 0},
    {"session", LAYER_SESSION, 0},
    {"nnp", LAYER_NO_NEW_PRIVS, 0},
    {"exec-memory", LAYER_EXEC_MEMORY, 0},
    {"sources", LAYER_SOURCES, 0},
    {"ticket", LAYER_TICKET, 0},
};

/// Rejects unknown words: with a misspelt layer a test would prove nothing.
static int take(struct settings *settings, const char *word, const char *argument) {
  if (strcmp(word, "fail") == 0) {
    char *error = NULL;
    settings->fail = (uint32_t)strtoul(argument, &error, 10);
    settings->error = atoi(error);
    return 0;
  }
  if (strcmp(word, "await") == 0) {
    settings->await = (uint32_t)atoi(argument);
    return 0;
  }
  if (strcmp(word, "refuse-clone") == 0) {
    settings->refuse_clone = atoi(argument);
    return 0;
  }
  if (strcmp(word, "refuse-network") == 0) {
    settings->refuse_network = atoi(argument);
    return 0;
  }
  if (strcmp(word, "leak") == 0) {
    snprintf(settings->leak, sizeof settings->leak, "%s", argument);
    return 0;
  }
  for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
    if (strcmp(argument, layers[i].name) != 0) continue;
    if (strcmp(word, "without") == 0) settings->without |= layers[i].layer;
    else if (strcmp(word, "add") == 0 && layers[i].flag != 0) settings->namespaces |= layers[i].flag;
    else return -1;
    return 0;
  }
  return -1;
}

int read_settings(struct settings *settings) {
  char path[4096], line[4096 + 16];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 16);
  if (length < 0) return -1;
  strcpy(path + length, ".settings");
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  int result = 0;
  while (result == 0 && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *argument = strchr(line, ' ');
    if (argument == NULL) result = -1;
    else *argument++ = '\0', result = take(settings, line, argument);
  }
  fclose(file);
  return result;
}
