// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Glibc
import HostileBinaries
import Sandboxing
import Synchronization

/// A file's identity, independent of its path.
struct FileNumber: Hashable {
  var device: UInt64
  var inode: UInt64
}

/// The directories of a host with one family: the submitted bundle, the store, a container and an image.
final class BundleScratch: Sendable {
  struct Launch {
    var review: PlanReview
    var image: [ImageReview.File]
    /// The allowed source of each place in a view.
    var owned: [String: FileNumber]
  }

  private let root: String
  private let known = Mutex<[RuntimeImage.Need: [ImageReview.File]]>([:])
  private static let uid: UInt32 = 61003
  /// `Fuzzing/run` removes this directory, because the kernel kills a fuzzer before it can clean up.
  private static let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  init() {
    root = Self.temporary + "/fuzz-bundle-\(getpid())"
    for directory in ["", "/bundle", "/store", "/image", "/image/usr", "/image/usr/lib", "/image/usr/bin"] {
      mkdir(root + directory, 0o755)
    }
    mkdir(root + "/container", 0o700)
    if geteuid() == 0 { chown(root + "/container", Self.uid, Self.uid) }
    // Only the host creates an image, from the files in `ImageReview`; here it only has to exist.
    for name in ["python3", "perl", "sh", "dash", "bash"] {
      Self.write(Self.bytes(of: "/bin/sh"), to: "\(root)/image/usr/bin/\(name)")
    }
  }

  deinit { Self.remove(root) }

  func write(_ bundle: HostileBundle, for manifest: FamilyManifest) {
    for path in manifest.assets.map(\.path) { write(bundle.library, below: path) }
    for path in manifest.programs.map(\.executable) {
      write(bundle.program, below: path)
      bundle.change?.apply(to: "\(root)/bundle/\(path)", other: "/etc/hostname")
    }
  }

  func clear() {
    Self.remove(root + "/bundle")
    Self.remove(root + "/store")
    mkdir(root + "/bundle", 0o755)
    mkdir(root + "/store", 0o755)
  }

  /// Performs the host's steps before a launch.
  func prepare(_ program: ExtensionDeclaration, assets: [String]) throws(LaunchError) -> Launch {
    let installed = try BundleStore(directory: root + "/store").install(
      source: root + "/bundle", executable: program.executable, assets: assets, as: "hostile/program")
    let isSealed = program.point.isSealed
    let showsFiles = !isSealed || program.fitting == .files
    var image: [ImageReview.File] = []
    if showsFiles {
      image = try files(of: RuntimeImage.Need(of: installed, files: assets, interpreter: program.interpreter))
    }
    var specification = LaunchSpecification(
      profile: isSealed ? .sealed(program.fitting == .files ? .files : .compute) : .confined,
      bundleDirectory: installed.directory, executable: program.executable,
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), interpreter: program.interpreter,
      identity: .init(uid: Self.uid, gid: Self.uid), grantsLocks: program.locks,
      runtimeImage: showsFiles ? root + "/image" : nil, installRecord: installed.record)
    if !isSealed {
      specification.containerDirectory = root + "/container"
      specification.containerIsWritable = program.point != .widget
    }
    let owned = [
      "/bundle": Self.number(of: installed.directory), "/container": Self.number(of: root + "/container"),
      "/usr": Self.number(of: root + "/image/usr"),
    ].compactMapValues { $0 }
    return Launch(review: try PlanReview(specification), image: image, owned: owned)
  }
}

// MARK: - Files

extension BundleScratch {
  /// Caches the files for static programs and interpreters; those for a dynamic program depend on its content.
  private func files(of need: RuntimeImage.Need) throws(LaunchError) -> [ImageReview.File] {
    if let known = known.withLock({ $0[need] }) { return known }
    let files = try ImageReview(of: need).files
    if case .dynamicProgram = need { return files }
    known.withLock { $0[need] = files }
    return files
  }

  private func write(_ bytes: [UInt8], below path: String) {
    var directory = root + "/bundle"
    for component in path.split(separator: "/").dropLast() {
      directory += "/" + component
      mkdir(directory, 0o755)
    }
    Self.write(bytes, to: "\(root)/bundle/\(path)")
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    guard file >= 0 else { return }
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  private static func bytes(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { $1 = max(0, read(file, $0.baseAddress, 1 << 20)) }
  }

  private static func number(of path: String) -> FileNumber? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return FileNumber(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
