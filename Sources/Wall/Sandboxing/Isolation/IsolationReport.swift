// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The observed results of trial launches on this machine, per profile.
public struct IsolationReport: Hashable, Sendable {
  public enum Grade: String, Hashable, Sendable {
    case sealed
    case confined
    /// The mandatory protections work but a required one is missing; the operator has to accept that by name.
    case degraded
    case refused
  }

  public struct Entry: Hashable, Sendable {
    public var profile: SandboxProfile
    public var grade: Grade
    /// Missing protections, sorted.
    public var missing: [Protection]
    /// Forbidden acts that succeeded and required acts that failed, each as a sentence.
    public var observations: [String]
    /// The error of the launch, if it failed.
    public var error: LaunchError?

    /// `sealed compute`, `sealed files` or `confined`.
    public var name: String {
      switch profile {
      case .sealed(let fitting): "sealed \(fitting.rawValue)"
      case .confined: "confined"
      }
    }
  }

  /// In the order sealed compute, sealed files, confined.
  public var entries: [Entry]
  /// The kernel's Landlock ABI; `nil` without Landlock.
  public var landlockVersion: Int32?

  public subscript(profile: SandboxProfile) -> Entry? { entries.first { $0.profile == profile } }
}
