// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PrivacyBoundary

/// A family's container as its app could see it: names, sizes, modes, links and content. Times are left out, since they
/// are those of the machine that runs the check; that a file was read or written at all shows in the rest.
///
/// Whoever filled it may be hostile: no link is followed, nothing but regular files is opened, and what is long is
/// compared by its digest. Codes in that part can't be renamed between two worlds, so it flags rather than misses.
enum ContainerListing {
  /// Content up to here is kept as it is.
  private static let keptBytes = 1 << 20

  static func entries(of directory: String) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: directory) else { return [] }
    return names.compactMap { $0 as? String }.sorted().compactMap { name in
      let path = directory + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      let content =
        switch status.st_mode & S_IFMT {
        case S_IFREG: content(of: path)
        case S_IFLNK: (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
        default: ""
        }
      return "\(name) \(String(status.st_mode, radix: 8)) \(status.st_nlink) \(status.st_size) \(content)"
    }
  }

  private static func content(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return "unreadable" }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let kept = try? file.read(upToCount: keptBytes) else { return "" }
    let text = String(decoding: kept, as: UTF8.self)
    var digest = RunningDigest()
    var isLonger = false
    while let more = try? file.read(upToCount: keptBytes), !more.isEmpty {
      digest.update(more)
      isLonger = true
    }
    return isLonger ? text + " " + digest.hexadecimal : text
  }
}
