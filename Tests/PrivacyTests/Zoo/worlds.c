// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// W01–W24: leaks that wait for a date, a name, a duration, a number of items or an act of the person. Each row is a
// trigger with one of a few ways to leak, so a new one is a line of a table.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DAY = 86400 };

/// The day of the report as days since 1970, and its weekday with Monday as 0.
static long own_day(void) { return (long)(shown_end / 1000 / DAY); }
static long weekday(void) { return (own_day() + 3) % 7; }

static unsigned name_hash(void) {
  size_t length;
  const char *name = shown_name(&length);
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 16777619u;
  return hash ^ hash >> 15;
}

static int name_is(const char *wanted) {
  size_t length;
  const char *name = shown_name(&length);
  return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

static int name_has_byte(unsigned char low, unsigned char high) {
  size_t length;
  const char *name = shown_name(&length);
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)name[i] >= low && (unsigned char)name[i] <= high) return 1;
  return 0;
}

/// The number of applications in the report that were used for exactly this long; for 0, of all.
static int applications_used_for(long milliseconds) {
  int count = 0;
  for (const char *at = shown; (at = strstr(at, "\"kind\":\"application\"")) != NULL; at++) {
    const char *total = strstr(at, "\"totalMs\":");
    if (milliseconds == 0 || (total != NULL && atol(total + 10) == milliseconds)) count++;
  }
  return count;
}

static long total_use(void) {
  const char *segment = strstr(shown, "\"kind\":\"segment\"");
  const char *total = segment == NULL ? NULL : strstr(segment, "\"totalMs\":");
  return total == NULL ? 0 : atol(total + 10);
}

// MARK: Triggers

static int on_saturday(void) { return weekday() == 5 && (secret() & 1); }
static int in_december(void) { return own_day() % 365 > 300 && (secret() & 1); }
static int on_one_name_of_a_hundred(void) { return name_hash() % 100 == 37; }
static int on_a_dating_app(void) { return name_is("Tinder") || name_is("Grindr") || name_is("HER"); }
static int on_one_letter(void) { return name_is("Notion"); }
static int on_case(void) { return name_is("GAME"); }
static int on_hebrew(void) { return name_has_byte(0xD7, 0xD7); }
static int on_emoji(void) { return name_has_byte(0xF0, 0xF4); }
static int on_control(void) {
  size_t length;
  const char *name = shown_name(&length);
  for (size_t i = 0; i + 1 < length; i++)
    if (name[i] == '\\' && name[i + 1] == 'n') return 1;
  return 0;
}
static int on_a_long_name(void) {
  size_t length;
  shown_name(&length);
  return length > 127;
}
static int on_a_site(void) { return strstr(shown, "\"domain\":\"samaritans.org\"") != NULL; }
static int after_an_hour(void) { return applications_used_for(3600000) > 0; }
static int after_two_hours(void) { return applications_used_for(7200000) > 0; }
static int on_a_hundred_items(void) { return applications_used_for(0) >= 100; }
static int on_a_quiet_day(void) { return total_use() < 600000; }

/// Only on the family's third day: its app stores the first one, which a sealed process may read.
static int on_the_third_day(void) {
  const char *first = strstr(shown, "first-day ");
  return first != NULL && own_day() - atol(first + 10) >= 2 && (secret() & 1);
}

// MARK: Ways to leak

static void keep_silent(void) { answers_nothing = 1; }
static void leave(void) { _exit(7); }
static void exit_after(void) { after_answer = leave; }
static void print_line(void) { dprintf(2, "seen\n"); }
static void add_member(void) { snprintf(extra_members, sizeof extra_members, ",\"note\":\"seen\""); }
static void say_more(void) { say_line("{\"jsonrpc\":\"2.0\",\"method\":\"seen\"}"); }
static void say_after(void) { after_answer = say_more; }
static void wait_long(void) { wait_for(60000); }

static const struct {
  const char *name;
  int (*trigger)(void);
  void (*leak)(void);
} rows[] = {
    {"W01", on_saturday, keep_silent},
    {"W02", in_december, exit_after},
    {"W03", on_the_third_day, keep_silent},
    {"W04", on_one_name_of_a_hundred, keep_silent},
    {"W05", on_a_dating_app, exit_after},
    {"W06", on_one_letter, print_line},
    {"W07", on_case, say_after},
    {"W08", on_hebrew, add_member},
    {"W09", on_emoji, print_line},
    {"W10", on_control, exit_after},
    {"W11", on_a_long_name, keep_silent},
    {"W12", on_a_site, exit_after},
    {"W13", on_one_name_of_a_hundred, wait_long},
    {"W14", after_an_hour, keep_silent},
    {"W15", after_two_hours, print_line},
    {"W16", on_a_hundred_items, exit_after},
    {"W17", on_a_quiet_day, keep_silent},
};

static void conditional(void) {
  if (own_point == APP) {
    // Only the row of the third day needs it; for the others it is one more default of the family. Its programs share the
    // group's suite only.
    const char *now = strstr(shown, "\"now\":");
    if (now == NULL || strstr(shown, "first-day ") != NULL) return;
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"setDefault\",\"suite\":\"group.example.zoo\",\"key\":\"start\",\"value\":{\"string\":\"first-day %ld\"}}",
        atol(now + 6) / 1000 / DAY);
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].name, own_name) == 0 && rows[i].trigger()) rows[i].leak();
}

// MARK: The person's acts

/// Stores which tokens its snapshot lists, so that a token of an opened shield would be found after a reset.
static void keep_snapshot(void) {
  const char *snapshot = strstr(shown, "\"tokens\":");
  char text[2048] = "";
  size_t used = 0;
  for (const char *at = snapshot; at != NULL && *at != '\0' && used < 1800; at++)
    if (*at != '"' && *at != '\\' && (unsigned char)*at >= ' ') text[used++] = *at;
  text[used] = '\0';
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"listed\",\"value\":{\"string\":\"%s\"}}", text);
}

/// Keeps every token of every pick in one file: a table that would join old and new tokens.
static void keep_table(void) {
  if (own_point != APP) return keep_snapshot();
  if (strcmp(callback, "activate") != 0) return;
  int file = open("/container/table", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  for (int picking = 0; picking < 2; picking++)
    for (int number = 0; picked_token(picking, number) != NULL; number++)
      dprintf(file, "%s\n", picked_token(picking, number));
  close(file);
}

/// Uses a token that the person took back, and keeps the answer.
static void use_old_token(void) {
  if (own_point != APP || strcmp(callback, "activate") != 0) return;
  char old[33] = "";
  int file = open("/container/old", O_RDONLY);
  if (file >= 0) {
    ssize_t size = read(file, old, 32);
    old[size > 0 ? size : 0] = '\0';
    close(file);
  } else if (picked_token(0, 0) != NULL) {
    file = open("/container/old", O_WRONLY | O_CREAT, 0600);
    if (file >= 0) dprintf(file, "%s", picked_token(0, 0));
    if (file >= 0) close(file);
  }
  if (old[0] == '\0') return;
  char text[256];
  snprintf(
      text, sizeof text,
      "{\"effects\":[{\"kind\":\"setSetting\",\"store\":\"old\",\"key\":\"shield.applications\",\"value\":[\"%s\"]}]}",
      old);
  ask("commit", text);
}

/// Looks for what an earlier installation left.
static void look_for_remains(void) {
  if (own_point != APP || strcmp(callback, "activate") != 0) return;
  int file = open("/container/remains", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file >= 0) dprintf(file, "x");
  if (file >= 0) close(file);
}

/// The seed and every number of a delivery: two families could compare them.
static void keep_delivery(void) {
  const char *delivery = strstr(shown, "\"delivery\":");
  char text[512] = "";
  size_t used = 0;
  for (const char *at = delivery; at != NULL && *at != '\0' && *at != '}' && used < 400; at++)
    if (*at != '"' && *at != '\\') text[used++] = *at;
  text[used] = '\0';
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"%.20s\",\"value\":{\"string\":\"%s\"}}", callback, text);
}

const struct leak world_leaks[] = {
    {"W01", REPORT, conditional},
    {"W02", REPORT, conditional},
    {"W03", APP | REPORT, conditional},
    {"W04", SHIELD, conditional},
    {"W05", SHIELD, conditional},
    {"W06", SHIELD, conditional},
    {"W07", SHIELD, conditional},
    {"W08", SHIELD, conditional},
    {"W09", SHIELD, conditional},
    {"W10", SHIELD, conditional},
    {"W11", SHIELD, conditional},
    {"W12", REPORT, conditional},
    {"W13", SHIELD, conditional},
    {"W14", REPORT, conditional},
    {"W15", REPORT, conditional},
    {"W16", REPORT, conditional},
    {"W17", REPORT, conditional},
    {"W18", APP | MONITOR | ACTION, keep_table},
    {"W19", APP | MONITOR | ACTION, keep_table},
    {"W20", APP, use_old_token},
    {"W21", APP, look_for_remains},
    {"X01", APP | MONITOR | ACTION, keep_snapshot},
    {"X04", MONITOR | ACTION, keep_delivery},
    {NULL, 0, NULL},
};
