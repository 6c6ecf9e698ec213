// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Foundation
internal import PrivacyBoundary

/// A family's container as its app could see it: names, sizes, modes, links and content. Times are omitted, because
/// they depend on the machine that runs the check; reads and writes show in the rest.
///
/// The container may be hostile: the listing follows no link, opens regular files only, and compares long content by
/// its digest. Tokens in a digested part can't be renamed between two worlds, so a difference there is flagged, not
/// missed.
enum ContainerListing {
  /// The length up to which content is compared as is.
  private static let keptBytes = 1 << 20

  /// The limit on listed entries: twice as many as a container may hold.
  private static let mostEntries = 8_192

  static func entries(of directory: String) -> [String] {
    var lines: [String] = []
    do throws(TreeError) {
      var walk = try TreeWalk(of: try OpenDirectory(path: directory), entries: mostEntries)
      while let step = try walk.step() {
        switch step {
        case .entry(let name, let status):
          let path = (walk.path + [name]).map(\.description).joined(separator: "/")
          let content = content(of: name, in: walk.directory, status)
          lines.append(
            "\(path) \(String(status.st_mode, radix: 8)) \(status.st_nlink) \(status.st_size) \(content)")
        case .unreadable(let name, _): lines.append("\(name) unreadable")
        }
      }
      if walk.isOverBudget { lines.append("more than \(mostEntries) entries") }
    } catch  where error.errno != ENOENT {
      // Omit the path, which differs between worlds.
      lines.append("unreadable: errno \(error.errno)")
    } catch {
      // A family without a granted container has no directory.
    }
    return lines.sorted()
  }

  private static func content(of name: EntryName, in directory: OpenDirectory, _ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return content(of: name, in: directory)
    case S_IFLNK:
      let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
        filled = buffer.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { max(0, readlinkat(directory.number, name.cString, $0, text.count)) } ?? 0
        }
      }
      return String(decoding: target, as: UTF8.self)
    default: return ""
    }
  }

  private static func content(of name: EntryName, in directory: OpenDirectory) -> String {
    guard let descriptor = try? directory.file(name) else { return "unreadable" }
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
