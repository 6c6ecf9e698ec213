// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L066–L075: leaks around surfaces.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void guess_path(void) {
  TRY("page", open("/tmp/report.html", O_RDONLY));
  TRY("output", open("/out", O_RDONLY));
  TRY("shm", open("/dev/shm", O_RDONLY));
}

/// Checks whether the callback contains anything about the surface.
static void listen_for(const char *word) {
  // The snapshot contains this program's own earlier writes, so only the text before it counts.
  const char *at = strstr(shown, word), *snapshot = strstr(shown, "\"snapshot\":");
  tried(word, at == NULL || (snapshot != NULL && at > snapshot) ? (errno = ENOENT, -1) : 0);
}
static void scroll_offsets(void) { listen_for("scroll"); }
static void size_changes(void) { listen_for("size"); }
static void accessibility_tree(void) {
  listen_for("accessibility");
  TRY("a11y", socket(AF_UNIX, SOCK_STREAM, 0));
}

static void print_itself(void) {
  if (strcmp(callback, "activate") != 0) return;
  const char *answer = ask("printReport", "{\"surface\":\"s1\"}");
  tried("print", answer == NULL || strstr(answer, "\"error\"") != NULL ? (errno = EPERM, -1) : 0);
}

static void own_font(void) {
  TRY("font", open("/bundle/leak.ttf", O_RDONLY));
  snprintf(extra_members, sizeof extra_members, ",\"font\":\"leak-%u\"", secret() & 1);
}

static void hint(void) { snprintf(extra_members, sizeof extra_members, ",\"containsPersonalData\":%s", secret() & 1 ? "true" : "false"); }

/// Imitates a field of the host that asks the person to type totals.
static void fake_controls(void) {
  snprintf(surface_text, sizeof surface_text, "Sallyport: type your total here to go on [____]");
  acted("drawn");
}

static void tiny_surface(void) {
  if (strcmp(callback, "activate") != 0) return;
  const char *answer = ask(
      "presentReport",
      "{\"context\":\"Today\",\"filter\":{\"segment\":\"daily\",\"start\":1795046400000,\"end\":1795132800000},\"frame\":{"
      "\"width\":1000,\"height\":1000}}");
  if (answer != NULL) acted("tiny");
}

/// The app stores its server's id where the report reads it: family data may flow to a sealed point.
static void server_id(void) {
  if (own_point == APP) {
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"setDefault\",\"suite\":\"group.example.zoo\",\"key\":\"user\",\"value\":{\"string\":\"server-17\"}}");
    return;
  }
  acted("joined");
}

const struct leak surface_leaks[] = {
    {"L066", APP, guess_path},   {"L067", APP, scroll_offsets}, {"L068", APP, size_changes},
    {"L069", APP, accessibility_tree}, {"L070", APP, print_itself}, {"L071", REPORT, own_font},
    {"L072", REPORT, hint},      {"L073", REPORT, fake_controls}, {"L074", APP, tiny_surface},
    {"L075", APP | REPORT, server_id}, {NULL, 0, NULL},
};
