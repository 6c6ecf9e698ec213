// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Attack {
  /// RE, KS: allowed system calls with modes, flags and commands that no runtime needs.
  static let arguments: [Attack] = [
    Attack(
      "RE18.fallocate", "allocate disk beyond the limit on files", .denied,
      in: [.sealedCompute, .sealedFiles, .confined, .flatConfined]),
    Attack("KS25.clocks", "read how much another process worked", .refused([EINVAL])),
    Attack("KS26.advice", "probe and change which pages are resident", .refused([EINVAL])),
    Attack("KS27.remap", "move memory over other memory", .denied),
    Attack("KS28.maps", "map memory that no limit counts", .denied),
    Attack("KS29.barriers", "interrupt every core", .refused([EINVAL])),
    Attack("KS30.flags", "set flags that signal, or read past the page cache", .denied),
  ]
}
