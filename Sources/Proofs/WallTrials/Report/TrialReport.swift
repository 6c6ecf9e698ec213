// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The results of all attacks for one kind of host.
public struct TrialReport: Sendable {
  public struct Entry: Sendable {
    public let attack: Attack
    public let wall: SandboxVariant
    public let verdict: Verdict
  }

  public enum HostKind: String, Sendable, Codable {
    case root
    case unprivileged
  }

  public let host: HostKind
  public private(set) var entries: [Entry] = []
  /// Variants that this machine can't provide, with the reasons.
  public private(set) var refused: [(wall: SandboxVariant, reason: String)] = []

  public init(host: HostKind) { self.host = host }

  mutating func append(_ attack: Attack, _ wall: SandboxVariant, _ verdict: Verdict) {
    entries.append(Entry(attack: attack, wall: wall, verdict: verdict))
  }

  mutating func refuse(_ wall: SandboxVariant, _ reason: String) { refused.append((wall, reason)) }

  /// Attacks that succeeded without being an accepted residual, or that failed in an unexpected way.
  public var failures: [Entry] { entries.filter { $0.verdict.isFailure } }

  public struct Line: Hashable, Sendable, Codable {
    public var host: HostKind
    public var wall: String
    public var attempted: Int
    public var contained: Int
    public var residual: Int
    public var succeeded: Int
    /// The number of controls that worked, and of all controls.
    public var controls: String
  }

  /// Measured figures of attacks that were contained; a residual includes its own.
  public var recorded: [Entry] {
    entries.filter { entry in
      guard entry.attack.companion != nil, case .contained = entry.verdict else { return false }
      return true
    }
  }

  /// One line for each variant.
  public var lines: [Line] {
    SandboxVariant.allCases.compactMap { wall in
      let own = entries.filter { $0.wall == wall }
      guard !own.isEmpty else { return nil }
      let attacks = own.filter { !$0.attack.isControl }
      let controls = own.filter(\.attack.isControl)
      let works = controls.count { !$0.verdict.isFailure }
      return Line(
        host: host, wall: wall.rawValue, attempted: attacks.count,
        contained: attacks.count { if case .contained = $0.verdict { true } else { false } },
        residual: attacks.count { if case .residual = $0.verdict { true } else { false } },
        succeeded: attacks.count(where: \.verdict.isFailure), controls: "\(works)/\(controls.count)")
    }
  }

  /// The residuals, each with its variants and the reason for accepting it.
  public var residuals: [(attack: Attack, walls: [SandboxVariant], reason: String)] {
    var result: [(attack: Attack, walls: [SandboxVariant], reason: String)] = []
    for entry in entries {
      guard case .residual(let reason) = entry.verdict else { continue }
      if let index = result.firstIndex(where: { $0.attack.name == entry.attack.name && $0.reason == reason }) {
        result[index].walls.append(entry.wall)
      } else {
        result.append((entry.attack, [entry.wall], reason))
      }
    }
    return result
  }
}
