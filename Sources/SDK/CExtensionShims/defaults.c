// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CExtensionShims.h"

// The C half of Foundation, which is linked in with it. `UserDefaults` calls the same functions, but converts each
// value with casts that search the conformances of the whole program, half of the time in which a shield starts.

struct callbacks;
extern const void *CFStringCreateWithBytes(const void *, const uint8_t *, long, uint32_t, uint8_t);
extern const void *CFDataCreate(const void *, const uint8_t *, long);
extern const void *CFDateCreate(const void *, double);
extern const void *CFNumberCreate(const void *, long, const void *);
extern const void *CFArrayCreate(const void *, const void **, long, const struct callbacks *);
extern const void *CFDictionaryCreate(const void *, const void **, const void **, long, const struct callbacks *,
                                      const struct callbacks *);
extern void CFPreferencesSetAppValue(const void *key, const void *value, const void *application);
extern void CFRelease(const void *);
extern const struct callbacks kCFTypeArrayCallBacks;
extern const struct callbacks kCFTypeDictionaryKeyCallBacks;
extern const struct callbacks kCFTypeDictionaryValueCallBacks;
extern const void *kCFBooleanTrue;
extern const void *kCFBooleanFalse;
extern const void *kCFPreferencesCurrentApplication;

enum { utf8 = 0x08000100, signed_64_bits = 4, double_precision = 13 };

const void *cextensionshims_value_text(const uint8_t *bytes, size_t length) {
  return CFStringCreateWithBytes(NULL, bytes, (long)length, utf8, 0);
}

const void *cextensionshims_value_data(const uint8_t *bytes, size_t length) {
  return CFDataCreate(NULL, bytes, (long)length);
}

const void *cextensionshims_value_date(double seconds_since_2001) { return CFDateCreate(NULL, seconds_since_2001); }

const void *cextensionshims_value_integer(int64_t number) { return CFNumberCreate(NULL, signed_64_bits, &number); }

const void *cextensionshims_value_decimal(double number) { return CFNumberCreate(NULL, double_precision, &number); }

// The constants are never given up, whatever their count.
const void *cextensionshims_value_flag(int flag) { return flag ? kCFBooleanTrue : kCFBooleanFalse; }

const void *cextensionshims_value_list(const void **values, size_t count) {
  const void *list = CFArrayCreate(NULL, values, (long)count, &kCFTypeArrayCallBacks);
  for (size_t index = 0; index < count; index++) CFRelease(values[index]);
  return list;
}

const void *cextensionshims_value_map(const void **keys, const void **values, size_t count) {
  const void *map = CFDictionaryCreate(NULL, keys, values, (long)count, &kCFTypeDictionaryKeyCallBacks,
                                       &kCFTypeDictionaryValueCallBacks);
  for (size_t index = 0; index < count; index++) {
    CFRelease(keys[index]);
    CFRelease(values[index]);
  }
  return map;
}

void cextensionshims_set_default(const void *suite, const void *key, const void *value) {
  CFPreferencesSetAppValue(key, value, suite ? suite : kCFPreferencesCurrentApplication);
  if (suite) CFRelease(suite);
  CFRelease(key);
  CFRelease(value);
}
