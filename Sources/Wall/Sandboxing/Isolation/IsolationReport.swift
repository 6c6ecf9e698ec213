// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a trial launch was observed to refuse on this machine, profile by profile (sections 3 and 14).
public struct IsolationReport: Hashable, Sendable {
  public enum Grade: String, Hashable, Sendable {
    case sealed
    case confined
    /// The floor holds, something required is missing; the operator has to accept it by name.
    case degraded
    case refused
  }

  public struct Entry: Hashable, Sendable {
    public var profile: SandboxProfile
    public var grade: Grade
    /// What is missing, sorted.
    public var missing: [Protection]
    /// Forbidden acts that succeeded and required acts that failed, each as a sentence.
    public var observations: [String]
    /// Why the launch was refused, where it was.
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
  /// The kernel's Landlock ABI, `nil` where it has none.
  public var landlockVersion: Int32?

  public subscript(profile: SandboxProfile) -> Entry? { entries.first { $0.profile == profile } }
}
