// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import Sandboxing
import ScreenTimeStore

/// Keeps the host's own copies of programs (`protocol.md` §17), their identities and their containers.
///
/// Copies lie in a directory that several states may share: what is there is checked against its record at each launch.
struct ProgramInstaller {
  /// What was installed and from which file, so that an unchanged program is not copied at every start.
  private struct Record: Codable {
    var source: String
    var number: Int
    var bundle: InstalledBundle
  }

  /// The first uid for extensions on a root host; each family gets two (`own-uid`).
  private static let firstUserID: UInt32 = 62_000

  private let bundles: BundleStore
  private let containers: String
  private let store: DeviceStore

  init(programs: String, stateDirectory: String, store: DeviceStore) throws {
    self.store = store
    containers = stateDirectory + "/containers"
    for path in [programs, containers] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    bundles = try BundleStore(directory: programs)
  }

  /// Copies a program unless the copy of exactly this file is there already.
  ///
  /// - Throws: `LaunchError` or `HostError` that names the missing or unfit file.
  func install(
    _ declaration: ExtensionDeclaration, of family: String, from bundle: String, assets: [String]
  ) throws -> InstalledBundle {
    let stamp = try self.stamp(of: bundle + "/" + declaration.executable, of: declaration)
    let name = "\(family)/\(declaration.name)"
    // Two hosts that start together must not copy over each other.
    let lock = open(bundles.directory + "/install.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw HostError(.failed, "\(bundles.directory) can't be written: errno \(errno).") }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let recordPath = "\(bundles.directory)/\(name)/record.json"
    let known = FileManager.default.contents(atPath: recordPath)
      .flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    if let known, known.source == stamp, FileManager.default.fileExists(atPath: known.bundle.directory) {
      return known.bundle
    }
    let number = (known?.number ?? 0) + 1
    bundles.remove("\(name)/\(number)")
    let installed = try bundles.install(
      source: bundle, executable: declaration.executable, assets: assets, as: "\(name)/\(number)", hash: Self.digest)
    try JSONEncoder().encode(Record(source: stamp, number: number, bundle: installed))
      .write(to: URL(filePath: recordPath), options: .atomic)
    if let known { bundles.remove("\(name)/\(known.number)") }
    return installed
  }

  private func stamp(of path: String, of declaration: ExtensionDeclaration) throws -> String {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw HostError(
        .invalidInput, "\(declaration.id): the executable \(path) does not exist; build it, or correct the manifest.")
    }
    let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(path) \(attributes[.size] ?? 0) \(Int64(modified * 1_000))"
  }

  private static func digest() -> BundleDigest {
    var running = RunningDigest()
    return BundleDigest(update: { running.update($0) }, finish: { running.hexadecimal })
  }

  /// Two uids for each family, one for its sealed points; `nil` when the host is not root.
  func identity(of family: String, isSealed: Bool) throws -> LaunchSpecification.Identity? {
    guard geteuid() == 0 else { return nil }
    let key = "host.identity.\(family)"
    var number = try store.read { try $0.value(UInt32.self, key) }
    if number == nil {
      try store.transaction { transaction in
        let next = try transaction.value(UInt32.self, "host.identities") ?? 0
        try transaction.setValue(next + 1, "host.identities")
        try transaction.setValue(next, key)
        number = next
      }
    }
    let id = Self.firstUserID + 2 * (number ?? 0) + (isSealed ? 1 : 0)
    return LaunchSpecification.Identity(uid: id, gid: id)
  }

  /// The family's container, owned by its uid; the first group is its root, each other a directory in it.
  func container(of manifest: FamilyManifest, identity: LaunchSpecification.Identity?) throws -> String {
    let root = "\(containers)/\(manifest.family)"
    for path in [root] + manifest.groups.dropFirst().map({ "\(root)/\($0)" })
    where !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      if let identity, chown(path, identity.uid, identity.gid) != 0 {
        throw HostError(.failed, "The container \(path) can't be given to uid \(identity.uid): errno \(errno).")
      }
    }
    return root
  }
}
