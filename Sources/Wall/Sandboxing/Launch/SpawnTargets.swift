// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Descriptors that can be copied to 0, 1, 2 … one after the other. Those that lie among the targets are first moved
/// above them, or one copy would overwrite the source of another.
struct SpawnTargets: Sendable {
  private let numbers: [Int32]
  private let owners: [Descriptor]

  /// - Parameters:
  ///   - sources: by target number; -1 means closed.
  ///   - owners: descriptors that must stay open until the child has its copies.
  init(_ sources: [Int32], holding owners: [Descriptor]) throws(LaunchError) {
    var owners = owners
    var numbers: [Int32] = []
    for source in sources {
      guard source >= 0, source < Int32(sources.count) else {
        numbers.append(source)
        continue
      }
      let copy = fcntl(source, F_DUPFD_CLOEXEC, Int32(sources.count))
      guard copy >= 0 else { throw LaunchError(stage: "host", errno: errno, message: "no descriptor is free") }
      owners.append(Descriptor(copy))
      numbers.append(copy)
    }
    self.numbers = numbers
    self.owners = owners
  }

  /// Starts `program` through `body`; call it on the spawn thread.
  /// - Returns: its pid.
  func spawn(_ program: String, _ body: ([Int32], inout pid_t) -> Int32) throws(LaunchError) -> Int32 {
    var pid: pid_t = 0
    let result = body(numbers, &pid)
    withExtendedLifetime(owners) {}
    guard result >= 0, pid > 0 else {
      throw LaunchError(stage: "host", errno: -result, message: "\(program) could not be started")
    }
    return pid
  }
}
