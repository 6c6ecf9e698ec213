// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CExtensionShims.h"

// Adopted sources define it; everybody else has none, which a weak reference may be.
extern void sallyport_declare_assets(void) __attribute__((weak));

void cextensionshims_declare_assets(void) {
  if (sallyport_declare_assets) sallyport_declare_assets();
}
