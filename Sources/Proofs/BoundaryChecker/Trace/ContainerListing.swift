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
/// missed. Elsewhere tokens are renamed, because every family saves what the person picked.
enum ContainerListing {
  /// The length up to which content is compared as is.
  private static let keptBytes = 1 << 20

  /// The limit on listed entries: twice as many as a container may hold.
  private static let mostEntries = 8_192

  /// - Parameters:
  ///   - names: renames the tokens in names and content of files.
  ///   - keepsOrder: whether the order of the tokens in a file counts. It says nothing if the keys differ.
  static func entries(of directory: String, names: TokenNames? = nil, keepsOrder: Bool = true) -> [String] {
    let renaming = Renaming(names: names, keepsOrder: keepsOrder)
    var lines: [String] = []
    do throws(TreeError) {
      var walk = try TreeWalk(of: try OpenDirectory(path: directory), entries: mostEntries)
      while let step = try walk.step() {
        switch step {
        case .entry(let name, let status):
          let path = (walk.path + [name]).map(\.description).joined(separator: "/")
          let (size, content) = content(of: name, in: walk.directory, status, renaming)
          lines.append(
            "\(renaming.text(of: path)) \(String(status.st_mode, radix: 8)) \(status.st_nlink) \(size) \(content)")
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

  /// The names to use for tokens.
  private struct Renaming {
    var names: TokenNames?
    var keepsOrder: Bool

    func text(of path: String) -> String {
      guard let renamed = names?.renamed(Array(path.utf8)), !renamed.names.isEmpty else { return path }
      return String(decoding: renamed.bytes, as: UTF8.self)
    }

    /// The content with tokens renamed, or `nil` if it contains none.
    func content(_ bytes: [UInt8]) -> [UInt8]? {
      guard let renamed = names?.renamed(bytes), !renamed.names.isEmpty else { return nil }
      guard !keepsOrder else { return renamed.bytes }
      // Cut out the names, and list them sorted.
      var text = String(decoding: renamed.bytes, as: UTF8.self)
      for name in Set(renamed.names) { text = text.replacing(name, with: "τ") }
      return Array((text + " " + renamed.names.sorted().joined(separator: " ")).utf8)
    }
  }

  /// The size and the content of an entry. An encoding of a token may have another length in another world, so the size
  /// of a file with tokens is that of the renamed content.
  private static func content(
    of name: EntryName, in directory: OpenDirectory, _ status: stat, _ renaming: Renaming
  ) -> (size: Int, content: String) {
    let size = Int(status.st_size)
    switch status.st_mode & S_IFMT {
    case S_IFREG: return content(of: name, in: directory, size: size, renaming)
    case S_IFLNK:
      let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
        filled = buffer.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { max(0, readlinkat(directory.number, name.cString, $0, text.count)) } ?? 0
        }
      }
      guard let renamed = renaming.content(target) else { return (size, String(decoding: target, as: UTF8.self)) }
      return (renamed.count, String(decoding: renamed, as: UTF8.self))
    default: return (size, "")
    }
  }

  private static func content(
    of name: EntryName, in directory: OpenDirectory, size: Int, _ renaming: Renaming
  ) -> (size: Int, content: String) {
    guard let descriptor = try? directory.file(name) else { return (size, "unreadable") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let kept = try? file.read(upToCount: keptBytes) else { return (size, "") }
    var digest = RunningDigest()
    var isLonger = false
    while let more = try? file.read(upToCount: keptBytes), !more.isEmpty {
      digest.update(more)
      isLonger = true
    }
    let renamed = renaming.content(Array(kept))
    let text = String(decoding: renamed ?? Array(kept), as: UTF8.self)
    let change = (renamed?.count ?? kept.count) - kept.count
    return (size + change, isLonger ? text + " " + digest.hexadecimal : text)
  }
}
