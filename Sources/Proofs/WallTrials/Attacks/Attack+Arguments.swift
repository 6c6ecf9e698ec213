// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Attack {
  /// RE, KS: allowed system calls with modes, flags and commands that a runtime doesn't need.
  static let arguments: [Attack] = [
    Attack(
      "RE18.fallocate", "allocate disk beyond the limit on files", .denied,
      in: [.sealedCompute, .sealedFiles, .confined, .flatConfined]),
    Attack("KS25.clocks", "read another process's CPU time", .refused([EINVAL])),
    Attack("KS26.advice", "probe and change page residency", .refused([EINVAL])),
    Attack("KS27.remap", "remap memory over other memory", .denied),
    Attack("KS28.maps", "map memory outside every limit", .denied),
    Attack("KS29.barriers", "interrupt every core", .refused([EINVAL])),
    Attack("KS30.flags", "set flags that signal, or read past the page cache", .denied),
  ]
}
