// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Three leaks for the tests of `check --privacy`, and programs that leak nothing.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Encodes the length of a name in the time of the reply.
static void slow_names(void) {
  size_t length;
  shown_name(&length);
  wait_for(1000 * (long)length);
}

/// Uses a token that another family's developer obtained, stored in the bundle as a picture.
static void foreign_token(void) {
  if (strcmp(callback, "activate") != 0) return;
  char text[512];
  int file = open("/bundle/mark.svg", O_RDONLY);
  ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (size <= 0) return;
  text[size] = '\0';
  const char *token = strstr(text, "AQE");
  if (token == NULL) return;
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setSetting\",\"store\":\"other\",\"key\":\"shield.applications\",\"value\":[\"%.32s\"]}", token);
}

/// Encodes one bit of a token in the order of two effects.
static void secret_order(void) {
  const char *token = picked_token(0, 0);
  if (strcmp(callback, "activate") != 0 || token == NULL) return;
  unsigned hash = 0;
  for (int i = 0; i < 32; i++) hash = hash * 31 + (unsigned char)token[i];
  int first = (hash >> 3) & 1;
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"%c\",\"value\":{\"bool\":true}}"
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"%c\",\"value\":{\"bool\":true}}",
      first ? 'a' : 'b', first ? 'b' : 'a');
}

/// Puts “Close” in the place that says one bit of the name. The person looks for the word, and the press says where it
/// was.
static void finger(void) {
  size_t length;
  const char *name = shown_name(&length);
  unsigned hash = 0;
  for (size_t i = 0; i < length; i++) hash = hash * 31 + (unsigned char)name[i];
  int bit = (hash ^ hash >> 3 ^ hash >> 7) & 1;
  snprintf(
      extra_configuration, sizeof extra_configuration,
      ",\"primaryButton\":{\"color\":\"#ffffffff\",\"text\":\"%s\"},\"secondaryButton\":{\"color\":\"#000000ff\",\"text\":\"%s\"}",
      bit ? "Close" : "Later", bit ? "Later" : "Close");
  acted("drawn");
}

const struct leak planted_leaks[] = {
    {"finger", SHIELD, finger},
    {"X02", SHIELD, finger},
    {"slow-names", SHIELD, slow_names},
    {"foreign-token", APP, foreign_token},
    {"secret-order", APP, secret_order},
    {NULL, 0, NULL},
};

static void nothing(void) {}

/// Shows the name it was given, as a shield should: whole, because a cut inside a character would be refused.
static void shows_name(void) {
  size_t length;
  const char *name = shown_name(&length);
  snprintf(surface_text, sizeof surface_text, "%.*s can wait", (int)length, name);
}

/// Works for the same time in every world.
static void works(void) { spin(2000); }

/// Writes only what a family may write: a file in its container, a default and a notification.
static void keeps(void) {
  int file = open("/container/state", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0) {
    dprintf(file, "%s\n", callback);
    close(file);
  }
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"last\",\"value\":{\"string\":\"%.60s\"}}", callback);
}

/// Prints the same line each time, as developers do.
static void prints(void) {
  static const char text[] = "callback\n";
  ssize_t ignored = write(1, text, sizeof text - 1);
  (void)ignored;
}

const struct leak benign_programs[] = {
    {"benign-plain", 0, nothing},
    // Its app asks a guardian, whose approval only a guardian may end.
    {"benign-child", 0, nothing},
    {"benign-names", SHIELD, shows_name},
    {"benign-works", SHIELD | REPORT | MONITOR, works},
    {"benign-keeps", APP | MONITOR | ACTION, keeps},
    {"benign-prints", APP | MONITOR | ACTION | SHIELD | REPORT, prints},
    {NULL, 0, NULL},
};
