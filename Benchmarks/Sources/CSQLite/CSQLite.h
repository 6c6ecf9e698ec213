// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The system's SQLite, for the baselines that the store is compared with.
#include <sqlite3.h>
