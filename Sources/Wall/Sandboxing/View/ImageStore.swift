// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A family's runtime images, each in a directory named by the digest of its contents.
///
/// Two families with equal contents have two images, and a family's sealed points use a separate store.
public struct ImageStore: Sendable {
  public let directory: String
  private let system: SystemFiles
  private let digest: @Sendable () -> BundleDigest

  /// - Parameters:
  ///   - directory: an absolute path; created if absent. Only the host can write its parent.
  ///   - runtimeLibraries: further library directories, named by the operator.
  ///   - digest: creates a hash for each image.
  public init(
    directory: String, runtimeLibraries: [String] = [], digest: @escaping @Sendable () -> BundleDigest
  ) throws(LaunchError) {
    system = try SystemFiles(runtimeLibraries: runtimeLibraries)
    self.directory = directory
    self.digest = digest
    try BundleStore.makeDirectory(directory)
  }

  /// Returns the image that a program needs, making it if necessary.
  public func image(for need: RuntimeImage.Need) throws(LaunchError) -> RuntimeImage {
    let contents = try RuntimeImageContents(need, system: system)
    let draft = directory + "/draft-\(getpid())"
    ContainerRemoval.remove(draft)
    defer { ContainerRemoval.remove(draft) }
    try BundleStore.makeDirectory(draft)
    let digest = digest()
    let bytes = try write(contents, to: draft, digest)
    let place = directory + "/" + digest.finish()
    if unsafe rename(draft, place) != 0 && errno != ENOTEMPTY && errno != EEXIST {
      throw LaunchError(stage: "host", errno: errno, message: "the runtime image \(place) could not be made")
    }
    return RuntimeImage(
      directory: place, files: contents.entries.count, bytes: bytes, sources: contents.sources)
  }

  /// Removes all images except those in `kept`.
  public func removeAll(but kept: Set<String>) {
    for name in FileSystem.names(in: directory) ?? [] where !kept.contains(directory + "/" + name) {
      ContainerRemoval.remove(directory + "/" + name)
    }
  }
}

// MARK: - Writing

extension ImageStore {
  /// - Returns: the bytes of all files.
  private func write(
    _ contents: RuntimeImageContents, to root: String, _ digest: BundleDigest
  ) throws(LaunchError) -> Int64 {
    var made: Set<String> = []
    var last = LastDirectory()
    var bytes: Int64 = 0
    for (place, entry) in contents.entries.sorted(by: { $0.key < $1.key }) {
      try makeParents(of: place, in: root, &made)
      digest.update(Array("\(place)\0".utf8))
      switch entry {
      case .file(let source):
        let file = try source.open(by: &last)
        try BundleStore.copy(file, source.status, path: source.path, to: root + place) { digest.update($0) }
        // Python compares a module's time with the one recorded when it was compiled.
        try keepTime(of: source, at: root + place)
        bytes += Int64(source.status.st_size)
      case .link(let target):
        digest.update(Array(target.utf8))
        guard unsafe symlink(target, root + place) == 0 else {
          throw LaunchError(stage: "host", errno: errno, message: "\(root + place) could not be made")
        }
      }
      digest.update([0])
    }
    return bytes
  }

  private func makeParents(of place: String, in root: String, _ made: inout Set<String>) throws(LaunchError) {
    var current = ""
    for component in place.split(separator: "/").dropLast() {
      current += "/" + component
      if made.insert(current).inserted { try BundleStore.makeDirectory(root + current) }
    }
  }

  private func keepTime(of source: SystemFile, at path: String) throws(LaunchError) {
    let times = [source.status.st_mtim, source.status.st_mtim]
    guard unsafe utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw LaunchError(stage: "host", errno: errno, message: "the time of \(path) could not be set")
    }
  }
}
