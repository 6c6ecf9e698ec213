// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L055–L064: leaks through time and work.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void delay(void) {
  acted("delay");
  wait_for((long)(secret() % 16) * 1000);
}

static void busy(void) {
  acted("spin");
  spin((long)(secret() % 8) * 1500);
}

static void write_disk(void) {
  int file = (int)TRY("tmp", open("/tmp/load", O_WRONLY | O_CREAT, 0600));
  static char block[65536];
  for (unsigned i = 0; file >= 0 && i < secret() % 16; i++) TRY("write", write(file, block, sizeof block));
}

/// Walks over the cache more often the larger the secret is.
static void cache(void) {
  size_t size = (size_t)4 << 20;
  volatile char *memory = malloc(size);
  if (memory == NULL) return;
  acted("walk");
  for (unsigned round = 0; round < secret() % 16; round++)
    for (size_t at = 0; at < size; at += 64) memory[at]++;
}

/// Coarse, so that only a usable difference shows: an honest reply takes far less time.
static void measure(const char *step, const char *method, const char *params) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  ask(method, params);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long milliseconds = (now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000;
  acted(milliseconds > 1500 ? "slow" : step);
}

static void request_latency(void) {
  if (strcmp(callback, "activate") == 0)
    measure(
        "latency", "presentReport",
        "{\"context\":\"Today\",\"filter\":{\"segment\":\"daily\",\"start\":0,\"end\":1795132800000},\"frame\":{\"width\":"
        "300000,\"height\":300000}}");
}

static void warnings(void) { acted(strstr(callback, "Warning") != NULL ? "warning" : "none"); }

const struct leak timing_leaks[] = {
    {"L055", REPORT, delay}, {"L056", REPORT, busy},         {"L057", REPORT, write_disk}, {"L058", REPORT, cache},
    {"L061", MONITOR, warnings}, {"L062", APP, request_latency}, {"L064", REPORT, busy},   {NULL, 0, NULL},
};
