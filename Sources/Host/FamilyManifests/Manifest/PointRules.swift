// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The limits and capabilities that one extension point allows in a manifest, from the table of `wire.md#deadlines`.
/// Validation and the JSON Schema both use them, so they can't disagree.
package struct PointRules: Hashable, Sendable {
  /// A default value, and the highest value that a manifest may set.
  package struct Bound: Hashable, Sendable {
    package var standard: Int64
    package var ceiling: Int64
  }

  package var point: ExtensionPoint
  /// The maximum number of extensions of a family at this point.
  package var maximumCount: Int
  package var startMs: Bound
  package var deadlineMs: Bound
  package var memoryMiB: Bound
  package var cpuS: Bound?
  package var containerMiB = Bound(standard: 64, ceiling: 256)
  package var capabilities: [Capability]

  /// The limits of a program that sets none.
  package var standardLimits: ExtensionLimits {
    ExtensionLimits(
      startMs: startMs.standard, deadlineMs: deadlineMs.standard, memoryMiB: memoryMiB.standard, cpuS: cpuS?.standard,
      containerMiB: containerMiB.standard)
  }

  /// The limit of a manifest key; `nil` if the point has no such limit.
  package func bound(_ key: String) -> Bound? {
    switch key {
    case "startMs": startMs
    case "deadlineMs": deadlineMs
    case "memoryMiB": memoryMiB
    case "cpuS": cpuS
    case "containerMiB": capabilities.contains(.containerWrite) ? containerMiB : nil
    default: nil
    }
  }

  package static let limitKeys = ["containerMiB", "cpuS", "deadlineMs", "memoryMiB", "startMs"]

  package static func rules(for point: ExtensionPoint) -> PointRules {
    switch point {
    case .app: make(point, count: 1, start: (5_000, 10_000), deadline: (5_000, 5_000), memory: (256, 1_024), cpu: nil)
    case .monitor: make(point, count: 1, start: (2_000, 10_000), deadline: (5_000, 30_000), memory: (64, 64), cpu: 5)
    case .shieldConfiguration:
      make(point, count: 1, start: (1_000, 2_000), deadline: (300, 800), memory: (64, 64), cpu: 1)
    case .shieldAction: make(point, count: 1, start: (1_000, 5_000), deadline: (2_000, 5_000), memory: (64, 64), cpu: 2)
    case .report: make(point, count: 1, start: (2_000, 10_000), deadline: (1_000, 3_000), memory: (128, 128), cpu: 5)
    case .widget: make(point, count: 4, start: (2_000, 10_000), deadline: (5_000, 5_000), memory: (64, 64), cpu: 5)
    case .focusFilter: make(point, count: 4, start: (2_000, 10_000), deadline: (1_000, 1_000), memory: (64, 64), cpu: 2)
    }
  }

  private static func make(
    _ point: ExtensionPoint, count: Int, start: (Int64, Int64), deadline: (Int64, Int64), memory: (Int64, Int64),
    cpu: Int64?
  ) -> PointRules {
    PointRules(
      point: point, maximumCount: count, startMs: Bound(standard: start.0, ceiling: start.1),
      deadlineMs: Bound(standard: deadline.0, ceiling: deadline.1),
      memoryMiB: Bound(standard: memory.0, ceiling: memory.1), cpuS: cpu.map { Bound(standard: $0, ceiling: $0) },
      capabilities: Capability.allCases.filter { $0.isOpen(to: point) }.sorted {
        $0.rawValue.precedesInUTF8($1.rawValue)
      })
  }
}
