// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef WITNESS_H
#define WITNESS_H

/// The host's eyes, run without any wall: `<uid> <key> <secret> <socket> <directory>…`.
///
/// It is also the victim: a process of the extension's own uid, so that no file mode and no uid check helps the layers
/// under test, with listeners, shared memory, a semaphore, a queue and a secret in its memory. On "look" it tells every
/// fact about itself and the directories; the host compares them before and after an attack.
int witness(int argc, char **argv);

#endif
