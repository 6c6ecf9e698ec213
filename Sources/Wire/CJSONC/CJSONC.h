// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The part of the system's json-c that ExtensionTransport uses. Don't add code of our own here.
#ifndef SALLYPORT_CJSONC_H
#define SALLYPORT_CJSONC_H

#include <json-c/json_object.h>
#include <json-c/json_tokener.h>
#include <json-c/linkhash.h>

#endif
