// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CExtensionShims.h"

// Only adopted sources define this function, so the reference is weak.
extern void sallyport_declare_assets(void) __attribute__((weak));

void cextensionshims_declare_assets(void) {
  if (sallyport_declare_assets) sallyport_declare_assets();
}
