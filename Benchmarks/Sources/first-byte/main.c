// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The smallest extension: writes one byte to 4 and exits at the end of 3. Its launch time is the cost of the sandbox.

#include <unistd.h>

int main(void) {
  char byte = '!';
  if (write(4, &byte, 1) != 1) return 1;
  while (read(3, &byte, 1) > 0) {}
  return 0;
}
