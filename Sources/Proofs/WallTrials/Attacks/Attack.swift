// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// One attack: its function, its title, and the expected result.
public struct Attack: Sendable, CustomStringConvertible {
  /// `<row>.<variant>`, as in the attack program.
  public let name: String
  public let title: String
  /// The sandbox variants in which it runs.
  let walls: Set<SandboxVariant>
  private let usual: Expectation
  private let exceptions: [SandboxVariant: Expectation]
  /// The variants without namespaces in which the attack may succeed, because this protection is missing.
  private let concession: (walls: Set<SandboxVariant>, missing: Protection)?

  /// The row of the attack table.
  public var row: String { String(name.prefix { $0 != "." }) }
  public var description: String { name }

  init(
    _ name: String, _ title: String, _ expectation: Expectation, in walls: Set<SandboxVariant> = Attack.both,
    except exceptions: [SandboxVariant: Expectation] = [:], concededIn flat: Set<SandboxVariant> = [],
    missing: Protection = .ownMountNamespace
  ) {
    self.name = name
    self.title = title
    self.walls = walls
    usual = expectation
    self.exceptions = exceptions
    concession = flat.isEmpty ? nil : (flat, missing)
  }

  static let both = Set(SandboxVariant.allCases)
  static let confinedOnly: Set<SandboxVariant> = [.confined, .flatConfined]
  static let sealedOnly: Set<SandboxVariant> = [.sealedCompute, .sealedFiles, .flatCompute]

  func expectation(behind wall: SandboxVariant) -> Expectation {
    if let concession, concession.walls.contains(wall) {
      return .residual("\(concession.missing.rawValue) is missing: \(concession.missing.whatIsLost)")
    }
    return exceptions[wall] ?? usual
  }
}

extension Attack {
  /// All attacks, in the order of the table.
  public static let all: [Attack] =
    controls + files + moves + processes + signals + network + ipc + kernel + arguments + resources + disk + inherited
    + exfiltration
    + channels

  /// OK: operations that must work in the same run.
  static let controls: [Attack] = [
    Attack("OK01.threads", "run two threads and wait for them", .permitted),
    Attack("OK02.time", "read the time, sleep, and wait for events", .permitted),
    Attack(
      "OK03.bundle", "read the own bundle", .permitted, in: [.sealedFiles, .confined, .flatConfined]),
    Attack("OK04.container", "write, replace and remove files of the container", .permitted, in: confinedOnly),
    Attack("OK05.scratch", "write and remove files in /tmp", .permitted, in: [.sealedFiles, .confined]),
    Attack("OK06.memory", "allocate and free memory", .permitted),
  ]

  /// Whether this is a control, which is not counted as an attack.
  public var isControl: Bool { row.hasPrefix("OK") }
}
