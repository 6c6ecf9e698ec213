// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// The small world in which attacks are run: a state directory with a database, a neighbour's container, an account's
/// home, and for each profile a bundle of its own.
///
/// Files belong to the uid the extension gets, with every mode bit set: no file mode and no uid helps the layers under
/// test. What holds here holds all the more where they help.
final class TrialEnvironment {
  let root: String
  /// What no attack may get hold of, and what it may leave nowhere.
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

  /// What nobody but the host may change.
  var watched: [String] { [state, home, neighbour, root + "/bundles"] }

  /// - Parameters:
  ///   - program: the attack program.
  ///   - root: a directory that does not exist yet, below one that everybody may enter.
  ///   - uid: a uid that nothing else on the machine uses; `nil` for a host that is not root.
  ///   - walls: those that will be tried; each needs a bundle.
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

  /// An empty container, rid of whatever was left in it.
  /// - Parameter hasLink: with a symlink to the database, as only somebody outside the wall could put it there.
  func renewContainer(hasLink: Bool = false) throws {
    ContainerRemoval.remove(container)
    try makeDirectory(container, mode: 0o700)
    guard hasLink else { return }
    symlink(database, container + "/planted")
    if identity != nil { lchown(container + "/planted", uid, uid) }
  }
}

// MARK: - Building

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

  /// Each bundle has its own inodes, as the store makes them at approval.
  private func install(_ program: String, bundles: Set<String>) throws {
    for name in bundles {
      try makeDirectory(bundle(name), mode: 0o755, isOurs: true)
      if name != "neighbour" { try Self.copy(program, to: bundle(name) + "/sallyport-attack", mode: 0o555) }
      // The own asset may be read; a neighbour's may not.
      try write(name == "neighbour" ? secret : "asset", to: bundle(name) + "/asset")
      chmod(bundle(name) + "/asset", 0o444)
    }
    // Root's own set-uid program, where a host without a view could be made to run it.
    try Self.copy(program, to: state + "/set-id", mode: 0o4755)
  }

  private func makeDirectory(_ path: String, mode: mode_t, isOurs: Bool = false) throws {
    guard mkdir(path, mode) == 0 else { throw TrialError("The directory \(path) could not be made: errno \(errno).") }
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

  /// Close-on-exec from birth: a child that is just being started would keep the copy busy.
  private static func copy(_ source: String, to target: String, mode: mode_t) throws {
    guard let bytes = FileManager.default.contents(atPath: source) else {
      throw TrialError("The attack program \(source) can't be read; build sallyport-attack.")
    }
    let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw TrialError("The file \(target) could not be made: errno \(errno).") }
    defer { close(file) }
    let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw TrialError("The file \(target) could not be written.") }
    fchmod(file, mode)
  }
}

/// Why trials could not be held at all, as one sentence.
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
