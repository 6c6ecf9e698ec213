// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Sandboxing

/// A sandbox to attack: a profile and filesystem access, with or without namespaces
/// (`sandbox.md#what-an-extension-sees`).
public enum SandboxVariant: String, Hashable, Sendable, CaseIterable {
  case sealedCompute = "sealed compute"
  case sealedFiles = "sealed files"
  case confined
  /// Degraded: without any namespaces, each accepted by name.
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

  /// The missing protections that a launch in this variant accepts.
  public var acceptedMissing: Set<Protection> { isFlat ? Protection.namespaces : [] }
}
