// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One program of a family, with every default filled in.
package struct ExtensionDeclaration: Hashable, Sendable {
  /// Which descriptors carry the wire (`wire.md#start-of-a-process`).
  package enum Channel: String, CaseIterable, Sendable {
    case fds
    case stdio
  }

  /// How much of a file system a process sees (`sandbox.md#what-an-extension-sees`).
  package enum FilesystemAccess: String, CaseIterable, Sendable {
    case compute
    case files
  }

  /// When a widget is drawn as a placeholder (W28).
  package enum DataProtection: String, CaseIterable, Sendable {
    case none
    case untilFirstUnlock
    case locked
  }

  /// `<family>.<name>`, two slugs.
  package var id: String
  package var name: String
  package var point: ExtensionPoint
  /// Beneath the bundle.
  package var executable: String
  /// A hash to insist on, 64 lower-case hexadecimal digits.
  package var sha256: String?
  /// Absolute path of the program that reads a script.
  package var interpreter: String?
  package var wire: Channel
  /// Point schemas the extension speaks, ascending.
  package var schemas: [Int64]
  /// Ascending and within the ceiling of the point; the operator's policy may grant fewer.
  package var requests: [Capability]
  package var limits: ExtensionLimits
  /// `nil` leaves the choice to the launch plan.
  package var fitting: FilesystemAccess?
  package var locks: Bool
  package var containerCopy: Bool
  package var interactive: Bool
  package var previousKinds: [String]
  package var dataProtection: DataProtection
}
