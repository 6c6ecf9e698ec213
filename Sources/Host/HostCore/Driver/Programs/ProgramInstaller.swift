// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import Sandboxing
import ScreenTimeStore

/// A program as it is launched: the host's copy of it, and of the runtime's files if the system's may not be shared.
struct InstalledProgram {
  var bundle: InstalledBundle
  /// The copies of the runtime's files; `nil` for a program that sees no files.
  var runtimeImage: RuntimeImage?
  /// The reason why the program has no runtime image. The family's other programs run without it.
  var refusal: LaunchError?
}

/// Keeps the host's copies of programs (`sandbox.md#what-an-extension-sees`), their identities and their containers.
///
/// Several states may share the directory of copies, so a copy is checked against its record at each launch.
struct ProgramInstaller {
  /// The installed copy and the file it came from, so that an unchanged program is not copied at every start.
  private struct Record: Codable {
    var source: String
    var number: Int
    var bundle: InstalledBundle
    /// SHA-256 of the executable, once it was needed.
    var hash: String?
    var image: RuntimeImage?
  }

  /// The first uid for extensions on a root host; each family gets two (`own-uid`).
  private static let firstUserID: UInt32 = 62_000

  /// The uid of the canary, which no family has.
  var canaryIdentity: LaunchSpecification.Identity? {
    geteuid() == 0 ? .init(uid: Self.firstUserID - 1, gid: Self.firstUserID - 1) : nil
  }

  private let bundles: BundleStore
  private let containers: String
  private let store: DeviceStore
  private let runtimeLibraries: [String]

  /// - Parameter runtimeLibraries: library directories besides the system's, configured by the operator.
  init(
    programs: String, stateDirectory: String, store: DeviceStore, runtimeLibraries: [String] = []
  ) throws {
    self.runtimeLibraries = runtimeLibraries
    self.store = store
    containers = stateDirectory + "/containers"
    for path in [programs, containers] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    bundles = try BundleStore(directory: programs)
  }

  /// Copies a program unless there is already a copy of exactly this file.
  ///
  /// - Throws: `LaunchError` or `HostError` that names the missing or unsuitable file.
  func install(
    _ declaration: ExtensionDeclaration, of family: String, from bundle: String, assets: [String]
  ) throws -> InstalledProgram {
    let stamp = try self.stamp(of: bundle + "/" + declaration.executable, of: declaration)
    let name = "\(family)/\(declaration.name)"
    let lock = try lock()
    defer { close(lock) }
    let recordPath = Self.recordPath(of: declaration, of: family, in: bundles.directory)
    let known = Self.record(at: recordPath)
    if let known, known.source == stamp, isThere(known, for: declaration) {
      return InstalledProgram(bundle: known.bundle, runtimeImage: known.image)
    }
    let number = (known?.number ?? 0) + 1
    bundles.remove("\(name)/\(number)")
    let installed = try bundles.install(
      source: bundle, executable: declaration.executable, assets: assets, as: "\(name)/\(number)")
    var record = Record(source: stamp, number: number, bundle: installed)
    if Self.needsImage(declaration, installed) {
      do {
        record.image = try images(of: family, isSealed: declaration.point.isSealed).image(
          for: RuntimeImage.Need(of: installed, files: assets, interpreter: declaration.interpreter))
      } catch let error as LaunchError where error.stage == "plan" {
        // Keep no record, so that the next start tries again; the library may be there then.
        return InstalledProgram(bundle: installed, refusal: error)
      }
    }
    try Self.write(record, to: recordPath)
    if let known {
      bundles.remove("\(name)/\(known.number)")
      try removeUnusedImages(of: family)
    }
    return InstalledProgram(bundle: installed, runtimeImage: record.image)
  }

  /// SHA-256 of an installed program, then kept with its record. Hashing takes longer than copying, so call this only
  /// if there is a hash to compare with.
  ///
  /// - Throws: `LaunchError` or `HostError` if the copy can't be read or is not the one that was installed.
  func hash(of installed: InstalledProgram, _ declaration: ExtensionDeclaration, of family: String) throws -> String {
    let lock = try lock()
    defer { close(lock) }
    let path = Self.recordPath(of: declaration, of: family, in: bundles.directory)
    let known = Self.record(at: path)
    if let known, known.bundle == installed.bundle, let hash = known.hash { return hash }
    var running = RunningDigest()
    let hash = try installed.bundle.hash(
      by: BundleDigest(update: { running.update($0) }, finish: { running.hexadecimal }))
    // Another host may have installed a newer build in the meantime; the record is then about that build.
    if var known, known.bundle == installed.bundle {
      known.hash = hash
      try Self.write(known, to: path)
    }
    return hash
  }

  /// SHA-256 of the program that a host launches for a declaration; `nil` if none was installed or hashed, and then
  /// nothing is stored about that build.
  static func recordedBuild(of declaration: ExtensionDeclaration, of family: String, in programs: String) -> String? {
    record(at: recordPath(of: declaration, of: family, in: programs))?.hash
  }

  /// Locks the directory, so that two hosts that start together don't copy over each other. Held until the descriptor
  /// is closed.
  private func lock() throws -> Int32 {
    let lock = open(bundles.directory + "/install.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw HostError(.failed, "\(bundles.directory) can't be written: errno \(errno).") }
    flock(lock, LOCK_EX)
    return lock
  }

  private static func recordPath(
    of declaration: ExtensionDeclaration, of family: String, in programs: String
  ) -> String { "\(programs)/\(family)/\(declaration.name)/record.json" }

  private static func record(at path: String) -> Record? {
    FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
  }

  private static func write(_ record: Record, to path: String) throws {
    try PrivateFile.replace(path, with: JSONEncoder().encode(record))
  }

  /// Whether a program needs copies of the runtime's files; all do except one that opens no files
  /// (`sandbox.md#what-an-extension-sees`).
  private static func needsImage(_ declaration: ExtensionDeclaration, _ bundle: InstalledBundle) -> Bool {
    DeclaredLaunch(declaration, granted: []).opensFiles(bundle)
  }

  /// The image store of a family, separate for sealed points, so that they share no inodes with others.
  private func images(of family: String, isSealed: Bool) throws -> ImageStore {
    try ImageStore(
      directory: "\(bundles.directory)/\(family)/\(isSealed ? ".images-sealed" : ".images")",
      runtimeLibraries: runtimeLibraries
    ) {
      var running = RunningDigest()
      return BundleDigest(update: { running.update($0) }, finish: { running.hexadecimal })
    }
  }

  /// Removes the family's images that no record names any more; the family's points share images.
  private func removeUnusedImages(of family: String) throws {
    let directory = "\(bundles.directory)/\(family)"
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    let kept = Set(names.compactMap { Self.record(at: "\(directory)/\($0)/record.json")?.image?.directory })
    for isSealed in [true, false] { try images(of: family, isSealed: isSealed).removeAll(but: kept) }
  }

  /// Whether the whole installation exists and its runtime still matches the system's.
  private func isThere(_ record: Record, for declaration: ExtensionDeclaration) -> Bool {
    guard FileManager.default.fileExists(atPath: record.bundle.directory) else { return false }
    return Self.needsImage(declaration, record.bundle) ? record.image?.isCurrent == true : true
  }

  private static func stamp(of path: String) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(attributes[.size] ?? 0) \(Int64(modified * 1_000))"
  }

  private func stamp(of path: String, of declaration: ExtensionDeclaration) throws -> String {
    guard let stamp = try? Self.stamp(of: path) else {
      throw HostError(
        .invalidInput, "\(declaration.id): the executable \(path) does not exist; build it, or correct the manifest.")
    }
    return "\(path) \(stamp)"
  }

  /// The identity of a family: two uids each, one for its sealed points; `nil` if the host is not root.
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

  /// The family's container, owned by its uid. The first group is its root; each other group is a directory in it.
  func container(of manifest: FamilyManifest, identity: LaunchSpecification.Identity?) throws -> String {
    let root = "\(containers)/\(manifest.family)"
    do {
      try ContainerDirectory.prepare(root, groups: Array(manifest.groups.dropFirst()), identity: identity)
    } catch {
      throw HostError(.failed, "The container \(root) can't be prepared: \(error)")
    }
    return root
  }
}
