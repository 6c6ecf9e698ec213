// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many leaky programs in one executable; the name under which it is started selects the leak. It implements the
// protocol by searching the host's canonical lines for what it needs, and leaves out what no leak needs.

#include "zoo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST = 3, REPLY = 4 };

static const struct leak *const groups[] = {
    benign_programs, protocol_leaks, storage_leaks, network_leaks,    kernel_leaks,
    timing_leaks,    surface_leaks,  token_leaks,   laundering_leaks, planted_leaks,
    world_leaks,     channel_leaks,  benign_families,
};

char shown[1 << 20], callback[64], extra_members[8192], extra_effects[65536], surface_text[4096], extra_configuration[512];
size_t shown_length;
int own_point, answers_nothing;
long long shown_end;
const char *surface_view, *own_name;
void (*after_answer)(void);

static const struct leak *own_leak;
static char input[1 << 21], line[(1 << 20) + 2], told[4096];
static size_t input_length, told_length;
static char tokens[4][8][33];
static int pickings, own_requests;

// MARK: What the leaks use

unsigned secret(void) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < shown_length; i++) hash = (hash ^ (unsigned char)shown[i]) * 16777619u;
  return hash ^ hash >> 15;
}

const char *shown_name(size_t *length) {
  const char *at = strstr(shown, "\"name\":\"");
  // The item's name follows its kind; in canonical order a category's name comes first.
  const char *item = strstr(shown, "\"item\":");
  if (item != NULL) at = strstr(item, "\"name\":\"");
  *length = 0;
  if (at == NULL) return "";
  at += 8;
  const char *end = at;
  // A name may end with a backslash, which is escaped by another one.
  while (*end != '\0' && *end != '"') end += *end == '\\' && end[1] != '\0' ? 2 : 1;
  *length = (size_t)(end - at);
  return at;
}

long tried(const char *step, long result) {
  int error = result < 0 ? errno : 0;
  int size = snprintf(told + told_length, sizeof told - told_length, " %.40s=%d", step, error);
  if (size > 0 && (size_t)size < sizeof told - told_length) told_length += (size_t)size;
  errno = error;
  return result;
}

void acted(const char *step) {
  int size = snprintf(told + told_length, sizeof told - told_length, " %.40s=ok", step);
  if (size > 0 && (size_t)size < sizeof told - told_length) told_length += (size_t)size;
}

void spin(long microseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000 < microseconds);
}

void wait_for(long microseconds) {
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&time, NULL);
}

void say_line(const char *text) {
  static char out[1 << 18];
  size_t length = (size_t)snprintf(out, sizeof out, "%s\n", text);
  for (size_t done = 0; done < length;) {
    ssize_t written = write(REPLY, out + done, length - done);
    if (written <= 0) _exit(0);
    done += (size_t)written;
  }
}

const char *picked_token(int picking, int number) {
  if (picking >= pickings || number >= 8 || tokens[picking][number][0] == '\0') return NULL;
  return tokens[picking][number];
}

// MARK: Lines

/// Reads the host's next line into `line`; returns 0 at end of file.
static int next_line(void) {
  for (;;) {
    char *end = memchr(input, '\n', input_length);
    if (end != NULL) {
      size_t length = (size_t)(end - input);
      if (length > sizeof line - 1) length = sizeof line - 1;
      memcpy(line, input, length);
      line[length] = '\0';
      input_length -= (size_t)(end - input) + 1;
      memmove(input, end + 1, input_length);
      return 1;
    }
    ssize_t size = read(REQUEST, input + input_length, sizeof input - input_length);
    if (size <= 0) return 0;
    input_length += (size_t)size;
  }
}

/// Copies the text of a member of the line without unescaping it.
static void member(const char *name, char *text, size_t size) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *at = strstr(line, key);
  text[0] = '\0';
  if (at == NULL) return;
  at += strlen(key);
  size_t length = strcspn(at, "\"");
  if (length >= size) length = size - 1;
  memcpy(text, at, length);
  text[length] = '\0';
}

/// Finds the id outside the params: in canonical lines it comes first or before the method.
static void own_id(char *text, size_t size) {
  const char *at = strncmp(line, "{\"id\":\"", 7) == 0 ? line + 7 : strstr(line, ",\"id\":\"h");
  if (at == NULL) {
    text[0] = '\0';
    return;
  }
  if (*at == ',') at += 7;
  size_t length = strcspn(at, "\"");
  if (length >= size) length = size - 1;
  memcpy(text, at, length);
  text[length] = '\0';
}

static void reply(const char *id, const char *result) {
  static char text[1 << 18];
  snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":%s}", id, result);
  say_line(text);
}

const char *ask(const char *method, const char *params) {
  char text[8192];
  snprintf(
      text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":\"e%d\",\"method\":\"%s\",\"params\":%s}", ++own_requests, method,
      params);
  say_line(text);
  return next_line() ? line : NULL;
}

// MARK: The honest part

static int is_sealed(void) { return own_point == SHIELD || own_point == REPORT; }

static void hello(const char *id) {
  char point[32], name[96], result[512];
  member("point", point, sizeof point);
  member("extension", name, sizeof name);
  own_point = strcmp(point, "app") == 0                   ? APP
              : strcmp(point, "monitor") == 0             ? MONITOR
              : strcmp(point, "shieldConfiguration") == 0 ? SHIELD
              : strcmp(point, "shieldAction") == 0        ? ACTION
                                                          : REPORT;
  snprintf(
      result, sizeof result, "{\"protocol\":1,\"schema\":1,\"features\":[%s],\"extension\":\"%s\",\"version\":\"1.0\"%s}",
      is_sealed() ? "" : "\"commit\"", name, own_point == REPORT ? ",\"contexts\":[\"Today\"]" : "");
  reply(id, result);
}

static void remember(const char *text) {
  size_t length = strlen(text);
  if (shown_length + length >= sizeof shown) return;
  memcpy(shown + shown_length, text, length + 1);
  shown_length += length;
}

static void pick(void) {
  const char *answer = ask("pick", "{\"includeEntireCategory\":false}");
  if (answer == NULL || pickings == 4) return;
  int count = 0;
  for (const char *at = answer; (at = strstr(at, "\"AQ")) != NULL && count < 8; at += 34)
    if (at[33] == '"') memcpy(tokens[pickings][count++], at + 1, 32);
  pickings++;
}

/// Commits a savepoint; the reply contains the family's current revision and state.
static void save(const char *id) {
  char text[256];
  snprintf(
      text, sizeof text,
      "{\"within\":\"%s\",\"effects\":[{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"asked\",\"value\":"
      "{\"bool\":true}}]}",
      id);
  ask("commit", text);
}

static void prepare_app(void) {
  if (strcmp(callback, "activate") != 0) return;
  int is_child = strcmp(own_name, "benign-child") == 0;
  ask("authorize", is_child ? "{\"member\":\"child\"}" : "{\"member\":\"individual\"}");
  memset(tokens, 0, sizeof tokens);
  pickings = 0;
  pick();
  pick();
  const char *now = strstr(shown, "\"now\":");
  long long day = (now == NULL ? 1795046400000 : atoll(now + 6)) / 86400000;
  char text[256];
  snprintf(
      text, sizeof text,
      "{\"context\":\"Today\",\"filter\":{\"segment\":\"daily\",\"start\":%lld,\"end\":%lld},\"frame\":{\"width\":300000,"
      "\"height\":300000}}",
      day * 86400000, (day + 1) * 86400000);
  ask("presentReport", text);
}

/// Shields the items of the first pick and monitors those of the second.
static void app_effects(char *text, size_t size) {
  const char *games[] = {picked_token(0, 0), picked_token(0, 1)}, *study = picked_token(1, 0);
  if (strcmp(callback, "activate") != 0 || games[0] == NULL || games[1] == NULL || study == NULL) return;
  int is_site = strncmp(study, "AQI", 3) == 0;
  snprintf(
      text, size,
      "{\"kind\":\"setSetting\",\"store\":\"limits\",\"key\":\"shield.applications\",\"value\":[\"%s\",\"%s\"]},"
      "{\"kind\":\"startMonitoring\",\"activity\":\"day\",\"schedule\":{\"start\":{\"hour\":7,\"minute\":0},"
      "\"end\":{\"hour\":23,\"minute\":0},\"repeats\":true,\"warning\":{\"minute\":5}},\"events\":[{\"name\":\"study\",\"applications\":[%s%s%s],"
      "\"categories\":[],\"webDomains\":[%s%s%s],\"threshold\":{\"minute\":10},\"includesPastActivity\":false}]}",
      games[0], games[1], is_site ? "" : "\"", is_site ? "" : study, is_site ? "" : "\"", is_site ? "\"" : "",
      is_site ? study : "", is_site ? "\"" : "");
}

/// How many bytes of a JSON string to send at most, without a cut inside a character or an escape.
static int whole(const char *text, size_t most) {
  size_t count = 0;
  while (text[count] != '\0') {
    size_t next = count + 1;
    int escaped = text[count] != '\\' ? 0 : text[next] == 'u' ? 5 : 1;
    while (escaped-- > 0 && text[next] != '\0') next++;
    while (((unsigned char)text[next] & 0xC0) == 0x80) next++;
    if (next > most) break;
    count = next;
  }
  return (int)count;
}

static void answer(const char *id) {
  static char result[1 << 17], effects[1 << 16];
  if (answers_nothing) return;
  const char *text = surface_text[0] != '\0' ? surface_text : "ready";
  if (own_point == REPORT && surface_view != NULL) {
    snprintf(result, sizeof result, "{\"view\":%s%s}", surface_view, extra_members);
  } else if (own_point == REPORT) {
    snprintf(result, sizeof result, "{\"view\":{\"kind\":\"text\",\"text\":\"%s%.3000s\"}%s}", text, told, extra_members);
  } else if (own_point == SHIELD) {
    snprintf(
        result, sizeof result, "{\"configuration\":{\"title\":{\"color\":\"#000000ff\",\"text\":\"%.*s\"},\"subtitle\":{\"color\":\"#000000ff\",\"text\":"
        "\"tried%.900s\"}%s}%s}",
        whole(text, 250), text, told, extra_configuration, extra_members);
  } else {
    effects[0] = '\0';
    if (own_point == APP) app_effects(effects, sizeof effects);
    size_t length = strlen(effects);
    if (told_length > 0)
      length += (size_t)snprintf(
          effects + length, sizeof effects - length,
          "%s{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"tried\",\"value\":{\"string\":\"%.3000s\"}}",
          length > 0 ? "," : "", told);
    snprintf(
        effects + length, sizeof effects - length, "%s", length > 0 || extra_effects[0] == '\0' ? extra_effects : extra_effects + 1);
    snprintf(
        result, sizeof result, "{\"effects\":[%s]%s%s}", effects, own_point == ACTION ? ",\"response\":\"defer\"" : "",
        extra_members);
  }
  reply(id, result);
}

static void perform(const char *id) {
  member("callback", callback, sizeof callback);
  shown_length = told_length = 0;
  told[0] = extra_members[0] = extra_effects[0] = surface_text[0] = '\0';
  after_answer = NULL;
  answers_nothing = 0;
  surface_view = NULL;
  shown_end = 0;
  const char *filter = own_point == REPORT ? strstr(line, "\"filter\":") : NULL;
  const char *end = filter == NULL ? NULL : strstr(filter, "\"end\":");
  if (end != NULL) shown_end = atoll(end + 6);
  // The family's own notes, which its app left in the snapshot.
  const char *note = own_point == REPORT ? strstr(line, "first-day ") : NULL;
  if (note != NULL) {
    char text[32];
    snprintf(text, sizeof text, "%.24s", note);
    remember(text);
  }
  // For a report only the data lines count: the request itself holds the time and place of the delivery.
  if (own_point != REPORT) remember(line);
  if (own_point == REPORT)
    do {
      if (!next_line()) _exit(0);
      remember(line);
    } while (strstr(line, "\"end\":true,\"frame\"") == NULL);
  if (own_point == APP) prepare_app();
  if (!is_sealed()) save(id);
  if ((own_leak->points & own_point) != 0) own_leak->run();
  answer(id);
  if (after_answer != NULL) after_answer();
}

static const struct leak *find(const char *name) {
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    for (const struct leak *leak = groups[i]; leak->name != NULL; leak++)
      if (strcmp(leak->name, name) == 0) return leak;
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--list") == 0) {
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
      for (const struct leak *leak = groups[i]; leak->name != NULL; leak++) puts(leak->name);
    return 0;
  }
  const char *name = argc > 0 ? strrchr(argv[0], '/') : NULL;
  own_leak = name == NULL ? NULL : find(name + 1);
  own_name = own_leak == NULL ? NULL : own_leak->name;
  if (own_leak == NULL || getenv("SALLYPORT_WIRE") == NULL) {
    fputs("This is a leaky extension for tests; a host starts it under the name of a leak.\n", stderr);
    return 64;
  }
  while (next_line()) {
    char id[32], method[32];
    own_id(id, sizeof id);
    member("method", method, sizeof method);
    if (strcmp(method, "hello") == 0) hello(id);
    else if (strcmp(method, "perform") == 0) perform(id);
    else if (strcmp(method, "shutdown") == 0) reply(id, "{}");
  }
  return 0;
}
