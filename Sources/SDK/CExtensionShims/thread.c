// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// pthread_setname_np
#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct start {
  char name[16];
  void *(*run)(void *);
  void *argument;
};

/// Names the thread from within, because a detached thread may end before its creator can.
static void *enter(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  (void)pthread_setname_np(pthread_self(), start.name);
  return start.run(start.argument);
}

int cextensionshims_thread_start(const char *name, size_t stack_size, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  struct start *start = calloc(1, sizeof *start);
  if (start == NULL) error = ENOMEM;
  if (error == 0) error = pthread_attr_setstacksize(&attributes, stack_size);
  if (error == 0) error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (error == 0) {
    strncpy(start->name, name, sizeof start->name - 1);
    start->run = run;
    start->argument = argument;
    pthread_t thread;
    error = pthread_create(&thread, &attributes, enter, start);
  }
  if (error != 0) free(start);
  pthread_attr_destroy(&attributes);
  return error;
}
