// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The headers of the system's cairo and pango, with which Surfaces paints pictures. Add no code here.
#ifndef SALLYPORT_CCAIRO_H
#define SALLYPORT_CCAIRO_H

#include <cairo.h>
#include <pango/pangocairo.h>

#endif
