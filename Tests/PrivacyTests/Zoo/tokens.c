// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L015, L031, L059, L060, L063, L076–L088: leaks through tokens and through intended releases.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void shield_with(const char *token) {
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setSetting\",\"store\":\"other\",\"key\":\"shield.applications\",\"value\":[\"%.64s\"]}", token);
}

/// Whether the app is being opened; its effects are sent then, and their refusal is its only feedback.
static int is_opening(void) { return strcmp(callback, "activate") == 0; }

/// Uses another family's token, as its developer could obtain it from a server.
static void present_foreign(void) {
  if (!is_opening()) return;
  acted("foreign");
  shield_with("AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W");
}

/// Changes the kind of a token: a local decoder would refuse it, but a raw line bypasses the decoder.
static void swap_kind(void) {
  const char *token = picked_token(1, 0);
  if (!is_opening() || token == NULL) return;
  acted("kind");
  char swapped[33];
  memcpy(swapped, token, 33);
  memcpy(swapped, strncmp(token, "AQE", 3) == 0 ? "AQI" : "AQE", 3);
  shield_with(swapped);
}

static void alter(void) {
  const char *token = picked_token(0, 0);
  if (!is_opening() || token == NULL) return;
  acted("altered");
  char altered[33];
  memcpy(altered, token, 33);
  altered[20] = altered[20] == 'A' ? 'B' : 'A';
  shield_with(altered);
}

/// Tests whether the order in which the host lists a set carries information.
static void keep_order(void) {
  const char *first = picked_token(0, 0), *second = picked_token(0, 1);
  if (!is_opening() || first == NULL || second == NULL) return;
  tried("order", strcmp(first, second) < 0 ? (errno = ENODATA, -1) : 0);
}

static void status_of_removed(void) {
  tried("status", strstr(shown, "\"status\"") == NULL ? (errno = ENOENT, -1) : 0);
}

static void dwell(void) { acted("picker"); }

static void reflect(void) {
  const char *token = picked_token(0, 0);
  if (!is_opening() || token == NULL) return;
  // A token is 24 bytes without a name, and nothing in it decodes to one.
  tried("name", strstr(shown, "org.example") == NULL ? (errno = ENOENT, -1) : 0);
}

static void compare_families(void) {
  const char *token = picked_token(0, 0);
  if (is_opening() && token != NULL) acted("known");
}

// MARK: What is released on purpose: it flows, within its budget

static void event(char *text, size_t size, const char *name, const char *token, int minutes) {
  snprintf(
      text, size,
      "{\"name\":\"%s%d\",\"applications\":[%s%s%s],\"categories\":[],\"webDomains\":[],\"threshold\":{\"minute\":%d},"
      "\"includesPastActivity\":false}",
      name, minutes, token[0] == '\0' ? "" : "\"", token, token[0] == '\0' ? "" : "\"", minutes);
}

static void watch(const char *activity, const char *token, int first, int step, int count) {
  size_t length = (size_t)snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"startMonitoring\",\"activity\":\"%s\",\"schedule\":{\"start\":{\"hour\":7,\"minute\":0},\"end\":{\"hour\":"
      "23,\"minute\":0},\"repeats\":true},\"events\":[",
      activity);
  for (int i = 0; i < count; i++) {
    char text[512];
    event(text, sizeof text, "t", token, first + i * step);
    length += (size_t)snprintf(extra_effects + length, sizeof extra_effects - length, "%s%s", i > 0 ? "," : "", text);
  }
  snprintf(extra_effects + length, sizeof extra_effects - length, "]}");
}

static const char *watched(void) {
  for (int picking = 0; picking < 2; picking++)
    for (int number = 0; number < 2; number++) {
      const char *token = picked_token(picking, number);
      if (token != NULL && picking == 1 && strncmp(token, "AQE", 3) == 0) return token;
    }
  return picked_token(0, 0);
}

static void diary(void) {
  if (is_opening() && watched() != NULL) watch("diary", watched(), 1, 1, 60);
}
static void whole_device(void) {
  if (is_opening()) watch("device", "", 30, 30, 4);
}
static void zero_threshold(void) {
  if (is_opening() && watched() != NULL) watch("zero", watched(), 0, 1, 1);
}
static void binary_search(void) {
  if (is_opening() && watched() != NULL) watch("search", watched(), 17, 1, 1);
}

static void keep_time(void) {
  const char *at = strstr(shown, "\"now\":");
  char text[32] = "";
  if (at != NULL) snprintf(text, sizeof text, "%.13s", at + 6);
  int file = open("/container/times", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file >= 0 && dprintf(file, "%s %s\n", callback, text) > 0) acted("keep");
  if (file >= 0) close(file);
}

/// Fails each first attempt, so that its callbacks come late, and keeps the time that the late callback is told.
static void be_late(void) {
  if (strncmp(callback, "event", 5) == 0 && strstr(shown, "\"attempt\":1,") != NULL) _exit(1);
  keep_time();
}

static void shield_everything(void) {
  if (!is_opening()) return;
  acted("category");
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setSetting\",\"store\":\"all\",\"key\":\"shield.applicationCategories\",\"value\":{\"policy\":\"all\","
      "\"except\":[]}}");
}

const struct leak token_leaks[] = {
    {"L015", APP, whole_device},      {"L031", MONITOR, keep_time},   {"L059", MONITOR, keep_time},
    {"X03", MONITOR, be_late},
    {"L060", MONITOR, keep_time},     {"L076", APP, compare_families}, {"L077", APP, present_foreign},
    {"L078", APP, swap_kind},         {"L079", APP, alter},           {"L080", APP, keep_order},
    {"L081", APP, status_of_removed}, {"L082", APP, diary},           {"L083", APP, binary_search},
    {"L084", APP, zero_threshold},    {"L085", MONITOR, keep_time},   {"L086", APP | ACTION, shield_everything},
    {"L087", APP, dwell},             {"L088", APP, reflect},         {NULL, 0, NULL},
};
