// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Sandboxing

/// A wall that attacks are run behind: a profile and fitting, with or without namespaces
/// (`sandbox.md#what-an-extension-sees`).
public enum SandboxVariant: String, Hashable, Sendable, CaseIterable {
  case sealedCompute = "sealed compute"
  case sealedFiles = "sealed files"
  case confined
  /// Degraded: no namespaces at all, accepted by name.
  case flatCompute = "flat compute"
  case flatConfined = "flat confined"

  public var profile: SandboxProfile {
    switch self {
    case .sealedCompute, .flatCompute: .sealed(.compute)
    case .sealedFiles: .sealed(.files)
    case .confined, .flatConfined: .confined
    }
  }

  public var isFlat: Bool { self == .flatCompute || self == .flatConfined }
  public var isSealed: Bool { profile != .confined }

  /// What an operator accepts by name for a launch behind this wall.
  public var acceptedMissing: Set<Protection> { isFlat ? Protection.namespaces : [] }
}
