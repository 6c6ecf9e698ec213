// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One program of a family, with all defaults filled in.
package struct ExtensionDeclaration: Hashable, Sendable {
  /// The descriptors that carry the wire protocol (`wire.md#start-of-a-process`).
  package enum Channel: String, CaseIterable, Sendable {
    case fds
    case stdio
  }

  /// The part of the file system that a process sees (`sandbox.md#what-an-extension-sees`).
  package enum FilesystemAccess: String, CaseIterable, Sendable {
    case compute
    case files
  }

  /// The condition under which a widget is drawn as a placeholder (W28).
  package enum DataProtection: String, CaseIterable, Sendable {
    case none
    case untilFirstUnlock
    case locked
  }

  /// `<family>.<name>`, two slugs.
  package var id: String
  package var name: String
  package var point: ExtensionPoint
  /// The path below the bundle.
  package var executable: String
  /// The required hash of the executable, 64 lower-case hexadecimal digits.
  package var sha256: String?
  /// The absolute path of the interpreter, if the executable is a script.
  package var interpreter: String?
  /// Arguments for the interpreter, between the host's own arguments and the script's path (DEV-37).
  package var interpreterArguments: [String]
  package var wire: Channel
  /// The point schemas that the extension supports, ascending.
  package var schemas: [Int64]
  /// The requested capabilities, ascending and within those of the point. The operator's policy may grant fewer.
  package var requests: [Capability]
  package var limits: ExtensionLimits
  /// The access to the file system; `nil` if the launch plan decides.
  package var fitting: FilesystemAccess?
  package var locks: Bool
  package var containerCopy: Bool
  /// The buttons of a shield configuration's shields; `nil` if those of its first shield apply.
  package var buttons: ShieldButtons?
  package var interactive: Bool
  package var previousKinds: [String]
  package var dataProtection: DataProtection
}

extension ExtensionDeclaration {
  /// How the script is started, for the person who approves the family; `nil` if the manifest chooses no arguments.
  package var chosenStart: String? {
    guard let interpreter, !interpreterArguments.isEmpty else { return nil }
    let arguments = interpreterArguments.map { $0.contains(" ") ? "“\($0)”" : $0 }
    return "its \(name) as \(interpreter) \(arguments.joined(separator: " ")) \(executable)"
  }
}
