// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import FamilyManifests
import Glibc
import PrivacyBoundary

/// The files that a verdict is about: a family's manifest and each of its programs, by SHA-256.
///
/// A verdict says nothing about any other build, so it carries these digests, and it is out of date as soon as one of them
/// changes.
package struct FamilyBuild: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// `manifest`, or a program's id.
    package let name: String
    package let sha256: String

    package init(name: String, sha256: String) {
      self.name = name
      self.sha256 = sha256
    }
  }

  /// The manifest first, then the programs in the manifest's order.
  package let parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// Reads the files as they are now.
  ///
  /// - Throws: `HostError` with the file that can't be read.
  package init(of family: LoadedFamily) throws {
    let files =
      [("manifest", family.file)]
      + family.manifest.programs.map { ($0.id, family.executablePath(of: $0)) }
    parts = try files.map { Part(name: $0.0, sha256: try Self.digest(of: $0.1)) }
  }

  /// One digest for all parts and their names.
  package var fingerprint: String {
    var running = RunningDigest()
    for part in parts { running.update("\(part.name) \(part.sha256)\n".utf8) }
    return running.hexadecimal
  }

  /// Programs are at most this large: the host refuses to install larger ones.
  private static let mostBytes = 1 << 30

  private static func digest(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(path, String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "it is not a regular file")
    }
    let tooLarge = failure(path, "it has more than \(mostBytes) bytes")
    guard status.st_size <= mostBytes else { throw tooLarge }
    var running = RunningDigest()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      let size = read(file, &chunk, chunk.count)
      if size == 0 { return running.hexadecimal }
      guard size > 0 else {
        if errno == EINTR { continue }
        throw failure(path, String(cString: strerror(errno)))
      }
      count += size
      // It may have grown.
      guard count <= mostBytes else { throw tooLarge }
      running.update(chunk[..<size])
    }
  }

  private static func failure(_ path: String, _ reason: String) -> HostError {
    HostError(.failed, "\(path) can't be read to compare builds: \(reason)")
  }
}
