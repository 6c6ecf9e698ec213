// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// pthread_setname_np
#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <pthread.h>

int cextensionshims_thread_start(const char *name, size_t stack_size, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_t thread;
  error = pthread_attr_setstacksize(&attributes, stack_size);
  if (error == 0) error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (error == 0) error = pthread_create(&thread, &attributes, run, argument);
  // The name is for people who debug; a thread without it works too. A detached thread may have ended by now, but ours
  // end with the process.
  if (error == 0) (void)pthread_setname_np(thread, name);
  pthread_attr_destroy(&attributes);
  return error;
}
