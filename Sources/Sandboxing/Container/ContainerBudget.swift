// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What a container may hold (section 6). An extension fills it as it likes, so it is measured by a walk that no name,
/// depth, link or special file in it can lead astray.
public struct ContainerBudget: Hashable, Sendable {
  public var bytes: Int64
  public var entries: Int
  public var depth: Int

  public init(bytes: Int64, entries: Int, depth: Int) {
    self.bytes = bytes
    self.entries = entries
    self.depth = depth
  }

  public static let standard = ContainerBudget(bytes: 64 << 20, entries: 4096, depth: 64)

  /// The first budget that a container exceeds; such a container is read-only at the next launch.
  public enum Excess: Hashable, Sendable, CustomStringConvertible {
    case bytes(limit: Int64)
    case entries(limit: Int)
    case depth(limit: Int)
    /// Neither a regular file nor a directory: nothing the wall lets an extension make, so somebody else put it there.
    case special
    /// A directory that its own owner may not read.
    case unreadable

    public var description: String {
      switch self {
      case .bytes(let limit): "it holds more than \(limit) bytes"
      case .entries(let limit): "it holds more than \(limit) entries"
      case .depth(let limit): "its directories are nested more than \(limit) deep"
      case .special: "it holds something that is neither a file nor a directory"
      case .unreadable: "it holds a directory that cannot be read"
      }
    }
  }

  /// What of the budget is exceeded below `path`, `nil` when all is well.
  ///
  /// At most `entries` entries are looked at and `depth` descriptors held, whatever is in there.
  public func excess(of path: String) -> Excess? {
    let root = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard root >= 0 else { return .unreadable }
    return excess(of: Descriptor(root))
  }

  func excess(of root: Descriptor) -> Excess? {
    var usage = (bytes: Int64(0), entries: 0)
    var pending: [(directory: Descriptor, depth: Int)] = [(root, 1)]
    while let (directory, level) = pending.popLast() {
      guard let names = DirectoryStream.names(in: directory, atMost: entries - usage.entries + 1) else {
        return .unreadable
      }
      usage.entries += names.count
      guard usage.entries <= entries else { return .entries(limit: entries) }
      for name in names {
        guard let status = DirectoryStream.status(of: name, in: directory) else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
          // Blocks and not the size: a file with holes takes less, one with tails takes more.
          usage.bytes += Int64(status.st_blocks) * 512
          guard usage.bytes <= bytes else { return .bytes(limit: bytes) }
        case S_IFDIR:
          guard level < depth else { return .depth(limit: depth) }
          guard let below = DirectoryStream.open(name, in: directory) else { return .unreadable }
          pending.append((below, level + 1))
        default: return .special
        }
      }
    }
    return nil
  }
}
