// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// Limits on what a container may hold.
public struct ContainerBudget: Hashable, Sendable {
  public var bytes: Int64
  public var entries: Int
  public var depth: Int

  public init(bytes: Int64, entries: Int, depth: Int) {
    self.bytes = bytes
    self.entries = entries
    self.depth = depth
  }

  /// The blocks for a file's block map.
  private static let blockMap: Int64 = 1 << 16

  /// The size of the largest file that a process may make. A process may open one more file while the container is
  /// within its budget, and it then stays within 125% of it.
  var largestFile: Int64 { max(0, min(LaunchLimits.largestFile, bytes / 4 - Self.blockMap)) }
  /// The blocks that such a file takes.
  var largestFileBlocks: Int64 { largestFile + Self.blockMap }

  public static let standard = ContainerBudget(bytes: 64 << 20, entries: 4096, depth: 64)

  /// The first budget that a container exceeds; such a container is read-only at the next launch.
  public enum Excess: Hashable, Sendable, CustomStringConvertible {
    case bytes(limit: Int64)
    case entries(limit: Int)
    case depth(limit: Int)
    /// Neither a regular file nor a directory. The sandbox lets an extension make none, so another program did.
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

  /// The budget that is exceeded below `path`; `nil` if none is.
  ///
  /// At most `entries` entries are visited, with two open descriptors.
  public func excess(of path: String) -> Excess? {
    do throws(TreeError) { return excess(of: try OpenDirectory(path: path)) } catch { return .unreadable }
  }

  /// The contents of a container, counted up to the first budget that it exceeds.
  package struct Use: Hashable, Sendable {
    package var bytes: Int64
    package var entries: Int
    package var excess: Excess?
  }

  /// - Throws: `LaunchError` for a container that can't be read.
  package func use(of path: String) throws(LaunchError) -> Use {
    do throws(TreeError) {
      var measurement = try ContainerMeasurement(of: try OpenDirectory(path: path), budget: self)
      while try measurement.advance(entries: entries) {}
      return Use(bytes: measurement.bytes, entries: measurement.entries, excess: measurement.excess)
    } catch {
      throw LaunchError(stage: "host", errno: error.errno, message: error.description)
    }
  }

  /// - Parameter container: a descriptor of its directory, which may be opened with O_PATH.
  func excess(of container: Descriptor) -> Excess? { excess(of: "/proc/self/fd/\(container.number)/.") }

  private func excess(of root: OpenDirectory) -> Excess? {
    do throws(TreeError) {
      var measurement = try ContainerMeasurement(of: root, budget: self)
      while try measurement.advance(entries: entries) {}
      return measurement.excess
    } catch { return .unreadable }
  }
}

/// A measurement of a container in slices, since another container may be waiting.
struct ContainerMeasurement: ~Copyable {
  private let budget: ContainerBudget
  private let allowsSpecial: Bool
  private var walk: TreeWalk
  private(set) var bytes: Int64 = 0
  private(set) var entries = 0
  private(set) var excess: ContainerBudget.Excess?

  /// - Parameter allowsSpecial: whether links, pipes and devices don't count as an excess: the sandbox lets an
  ///   extension make none, so a process is not ended for one.
  init(of root: OpenDirectory, budget: ContainerBudget, allowsSpecial: Bool = false) throws(TreeError) {
    self.budget = budget
    self.allowsSpecial = allowsSpecial
    walk = try TreeWalk(of: root, entries: budget.entries + 1)
  }

  /// Visits up to `count` further entries.
  ///
  /// - Returns: whether there may be more; false after an excess.
  mutating func advance(entries count: Int) throws(TreeError) -> Bool {
    for _ in 0..<count {
      guard excess == nil, let step = try walk.step() else { return false }
      excess = take(step)
    }
    return excess == nil
  }

  private mutating func take(_ step: TreeWalk.Step) -> ContainerBudget.Excess? {
    switch step {
    // An entry that was removed or replaced is counted by the next measurement.
    case .unreadable(_, let reason): return [ENOENT, ELOOP, ENOTDIR].contains(reason) ? nil : .unreadable
    case .entry(_, let status):
      entries += 1
      guard entries <= budget.entries else { return .entries(limit: budget.entries) }
      // Count blocks rather than sizes: sparse files take less, partial last blocks more, and directories take blocks
      // too.
      bytes += Int64(status.st_blocks) * 512
      guard bytes <= budget.bytes else { return .bytes(limit: budget.bytes) }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return nil
      case S_IFDIR: return walk.depth + 1 < budget.depth ? nil : .depth(limit: budget.depth)
      default: return allowsSpecial ? nil : .special
      }
    }
  }
}
