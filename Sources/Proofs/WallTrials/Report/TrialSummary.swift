// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A report in the form that is printed, and that a process of another user returns.
public struct TrialSummary: Hashable, Sendable, Codable {
  public struct Residual: Hashable, Sendable, Codable {
    public var attack: String
    public var title: String
    public var walls: [String]
    /// The reason for accepting it.
    public var reason: String
  }
  public struct Finding: Hashable, Sendable, Codable {
    public var attack: String
    public var title: String
    public var wall: String
    public var finding: String
  }
  public struct Refusal: Hashable, Sendable, Codable {
    public var wall: String
    public var reason: String
  }

  public var host: TrialReport.HostKind
  public var walls: [TrialReport.Line]
  public var residuals: [Residual]
  /// Attacks that succeeded and are not accepted residuals, and controls that failed.
  public var failures: [Finding]
  /// Measured figures.
  public var recorded: [Finding]
  /// Variants that this machine can't provide.
  public var refused: [Refusal]

  public init(_ report: TrialReport) {
    host = report.host
    walls = report.lines
    residuals = report.residuals.map {
      Residual(attack: $0.attack.name, title: $0.attack.title, walls: $0.walls.map(\.rawValue), reason: $0.reason)
    }
    failures = report.failures.map {
      Finding(
        attack: $0.attack.name, title: $0.attack.title, wall: $0.wall.rawValue, finding: $0.verdict.finding)
    }
    recorded = report.recorded.map {
      Finding(
        attack: $0.attack.name, title: $0.attack.title, wall: $0.wall.rawValue, finding: $0.verdict.finding)
    }
    refused = report.refused.map { Refusal(wall: $0.wall.rawValue, reason: $0.reason) }
  }
}

extension Verdict {
  /// The finding, without the name of the case.
  public var finding: String {
    switch self {
    case .contained(let how): how
    case .succeeded(let evidence): evidence
    case .residual(let reason): reason
    case .unexpected(let text): "unexpected result: \(text)"
    }
  }
}
