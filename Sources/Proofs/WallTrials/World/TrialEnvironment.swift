// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// The environment of the attacks: a state directory with a database, another family's container, a home directory, and
/// a bundle for each profile.
///
/// Files belong to the extension's uid and have all mode bits set, so that file modes and uids don't support the layers
/// under test.
final class TrialEnvironment {
  let root: String
  /// The data that no attack may read or leave anywhere.
  let secret: String
  let mark: String
  let uid: UInt32
  let key: Int32
  let identity: LaunchSpecification.Identity?

  var state: String { root + "/state" }
  var database: String { state + "/usage.db" }
  var socket: String { state + "/control.socket" }
  var home: String { root + "/home" }
  var neighbour: String { root + "/neighbour" }
  var container: String { root + "/container" }
  func bundle(_ name: String) -> String { "\(root)/bundles/\(name)" }
  func bundle(_ wall: SandboxVariant) -> String { bundle(wall.bundleName) }

  /// Directories that only the host may change.
  var watched: [String] { [state, home, neighbour, root + "/bundles"] }

  /// - Parameters:
  ///   - program: the attack program.
  ///   - root: a directory that does not exist yet, in a path that all users may enter.
  ///   - uid: a uid that nothing else on the machine uses; `nil` if the host is not root.
  ///   - walls: the variants to try; each needs a bundle.
  init(program: String, root: String, uid: UInt32?, walls: [SandboxVariant] = SandboxVariant.allCases) throws {
    self.root = root
    self.uid = uid ?? geteuid()
    identity = uid.map { LaunchSpecification.Identity(uid: $0, gid: $0) }
    let number = UInt64.random(in: 0 ... .max)
    secret = "sallyport-secret-\(String(number, radix: 16))"
    mark = "sallyport-mark-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    key = Int32(number & 0x3fff_fffe)
    try makeDirectories()
    try install(program, bundles: Set(walls.map(\.bundleName)).union(["neighbour"]))
  }

  deinit { ContainerRemoval.remove(root) }

  /// Replaces the container with an empty one.
  /// - Parameter hasLink: adds a symlink to the database, which only a process outside the sandbox could create.
  func renewContainer(hasLink: Bool = false) throws {
    ContainerRemoval.remove(container)
    try makeDirectory(container, mode: 0o700)
    guard hasLink else { return }
    symlink(database, container + "/planted")
    if identity != nil { lchown(container + "/planted", uid, uid) }
  }
}

// MARK: - Setup

extension TrialEnvironment {
  private func makeDirectories() throws {
    try makeDirectory(root, mode: 0o755, isOurs: true)
    try makeDirectory(root + "/bundles", mode: 0o755, isOurs: true)
    try makeDirectory(state, mode: 0o777)
    try makeDirectory(home, mode: 0o777)
    try makeDirectory(neighbour, mode: 0o777)
    for directory in [".ssh", ".mozilla", ".local", ".local/share", ".local/share/keyrings"] {
      try makeDirectory(home + "/" + directory, mode: 0o777)
    }
    let files = [
      database, neighbour + "/notes", home + "/.bash_history", home + "/.ssh/id_ed25519",
      home + "/.mozilla/logins.json", home + "/.local/share/keyrings/login.keyring",
    ]
    for file in files { try write(secret, to: file) }
    try renewContainer()
  }

  /// Creates bundles with separate inodes, like the store at approval.
  private func install(_ program: String, bundles: Set<String>) throws {
    for name in bundles {
      try makeDirectory(bundle(name), mode: 0o755, isOurs: true)
      if name != "neighbour" { try Self.copy(program, to: bundle(name) + "/sallyport-attack", mode: 0o555) }
      // The bundle's own asset may be read; another family's may not.
      try write(name == "neighbour" ? secret : "asset", to: bundle(name) + "/asset")
      chmod(bundle(name) + "/asset", 0o444)
    }
    // A set-uid program of root, which a host without its own view might be made to run.
    try Self.copy(program, to: state + "/set-id", mode: 0o4755)
  }

  private func makeDirectory(_ path: String, mode: mode_t, isOurs: Bool = false) throws {
    guard mkdir(path, mode) == 0 else { throw TrialError("The directory \(path) can't be created: errno \(errno).") }
    if let identity, !isOurs { chown(path, identity.uid, identity.gid) }
    chmod(path, mode)
  }

  private func write(_ text: String, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
      throw TrialError("The file \(path) could not be written.")
    }
    chmod(path, 0o666)
    if let identity { chown(path, identity.uid, identity.gid) }
  }

  /// Opens the target with close-on-exec: a child that is being started would keep the file busy for writing.
  private static func copy(_ source: String, to target: String, mode: mode_t) throws {
    guard let bytes = FileManager.default.contents(atPath: source) else {
      throw TrialError("The attack program \(source) can't be read; build sallyport-attack.")
    }
    let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw TrialError("The file \(target) can't be created: errno \(errno).") }
    defer { close(file) }
    let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw TrialError("The file \(target) could not be written.") }
    fchmod(file, mode)
  }
}

/// The reason why trials could not run, as one sentence.
public struct TrialError: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

extension SandboxVariant {
  fileprivate var bundleName: String {
    switch profile {
    case .sealed(.compute): "compute"
    case .sealed(.files): "files"
    case .confined: "confined"
    }
  }
}
