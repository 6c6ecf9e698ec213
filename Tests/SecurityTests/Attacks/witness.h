// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef WITNESS_H
#define WITNESS_H

/// The host's observer, run without any sandbox: `<uid> <key> <secret> <socket> <directory>…`.
///
/// It is also the victim: a process with the extension's uid, so that no file mode and no uid check helps the layers
/// under test, with listeners, shared memory, a semaphore, a queue and a secret in its memory. On a look order it
/// reports every fact about itself and the directories; the host compares them before and after an attack.
int witness(int argc, char **argv);

#endif
