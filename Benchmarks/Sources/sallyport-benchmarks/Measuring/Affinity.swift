// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CAffinity
import Glibc

/// Sets the cores on which threads may run.
enum Affinity {
  /// Pins the calling thread, which measures, to `core`.
  static func pinMeasuringThread(to core: Int) throws { try pin(0, to: [core]) }

  /// Lets the calling thread run on any core again.
  static func freeMeasuringThread() throws { try pin(0, to: Array(0..<1_024)) }

  /// Pins all threads of a process to `core`; threads that it starts later inherit this.
  static func pin(process: Int32, to core: Int) throws {
    guard let directory = opendir("/proc/\(process)/task") else {
      throw BenchmarkError("The process \(process) has exited, so it can't be pinned to a core.")
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let thread = Int32(name) { try pin(thread, to: [core]) }
    }
  }

  private static func pin(_ thread: Int32, to cores: [Int]) throws {
    var mask = [UInt](repeating: 0, count: 16)
    for core in cores { mask[core / UInt.bitWidth] |= 1 << UInt(core % UInt.bitWidth) }
    let result = caffinity_set(thread, mask, mask.count * MemoryLayout<UInt>.size)
    guard result == 0 else {
      throw BenchmarkError(
        "Thread \(thread) can't be pinned to a core (errno \(result)); allow it, or leave out round-trip.")
    }
  }
}
