// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The smallest extension: says one byte on 4 and stays until 3 has ended. What its launch takes is the wall's price.

#include <unistd.h>

int main(void) {
  char byte = '!';
  if (write(4, &byte, 1) != 1) return 1;
  while (read(3, &byte, 1) > 0) {}
  return 0;
}
