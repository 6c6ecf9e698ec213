// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CExtensionShims.h"

#include <stdbool.h>

// The records of this executable that say which type conforms to which protocol. The linker defines both symbols for a
// section with such a name; they are weak because a program without conformances has no section.
extern const int32_t first_record[] __asm__("__start_swift5_protocol_conformances")
    __attribute__((weak, visibility("hidden")));
extern const int32_t end_of_records[] __asm__("__stop_swift5_protocol_conformances")
    __attribute__((weak, visibility("hidden")));

// The layouts below are part of Swift's stable ABI. An offset is relative to the place where it is stored.
struct conformance {
  int32_t protocol;  // The lowest bit says that the offset leads to a pointer.
  int32_t type;
  int32_t witness_table;
  uint32_t flags;
};

struct type_descriptor {
  uint32_t flags;
  int32_t parent;
  int32_t name;
  int32_t metadata_accessor;
};

struct metadata_response {
  const void *metadata;
  size_t state;
};

static const void *resolve(const int32_t *offset) { return (const char *)offset + *offset; }

static const void *resolve_indirectable(const int32_t *offset) {
  const char *place = (const char *)offset + (*offset & ~1);
  return (*offset & 1) ? *(const void *const *)place : place;
}

void cextensionshims_conforming_types(const void *protocol, void *context,
                                      void (*report)(void *context, const void *metadata)) {
  if (!first_record || !end_of_records) return;
  for (const int32_t *record = first_record; record < end_of_records; record++) {
    const struct conformance *conformance = resolve(record);
    if (resolve_indirectable(&conformance->protocol) != protocol) continue;
    // Bits 3 to 5: how the type is referred to. 0 and 1 are descriptors, direct or behind a pointer.
    uint32_t reference = (conformance->flags >> 3) & 7;
    if (reference > 1) continue;
    const struct type_descriptor *type = resolve(&conformance->type);
    if (reference == 1) type = *(const struct type_descriptor *const *)type;
    // Kinds 16, 17 and 18 are classes, structs and enums; bit 7 marks a generic type, which has no single metadata.
    uint32_t kind = type->flags & 0x1F;
    bool is_generic = type->flags & 0x80;
    if (kind < 16 || kind > 18 || is_generic || type->metadata_accessor == 0) continue;
    struct metadata_response (*accessor)(size_t) =
        (struct metadata_response(*)(size_t))resolve(&type->metadata_accessor);
    report(context, accessor(0).metadata);
  }
}
