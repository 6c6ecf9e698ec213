// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

// MARK: - Reachable files

extension PlanReview {
  /// A file, directory or symlink that a program can reach by its path.
  package struct Item: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case directory
      case file(bytes: Int64)
      case link(to: String)
      /// Any other kind. Bundles and images that the host made contain none.
      case special
    }
    /// The path in the view.
    package var path: String
    package var kind: Kind
  }

  /// The private `/tmp`.
  package struct Scratch: Sendable {
    package var bytes: UInt32
    package var entries: UInt32
  }

  /// Whether there is no view: the operator accepted a launch without namespaces, so only Landlock restricts access to
  /// files.
  package var isFlat: Bool { plan.isFlat }

  /// The size of `/tmp`; `nil` if it is an empty read-only directory.
  package var scratch: Scratch? { plan.scratch.map { Scratch(bytes: $0.bytes, entries: $0.inodes) } }

  /// Whether `/proc` is a procfs of the process, rather than two files that the launcher writes.
  package var showsProcesses: Bool { plan.showsProcesses }

  /// Everything in the view, sorted by path: each mount, and everything below the directories that contain code.
  ///
  /// The contents of a container, `/tmp` or a procfs are not included. Each directory is walked through the descriptor
  /// that would be mounted.
  /// - Throws: `LaunchError` for a directory that can't be read.
  package func items() throws(LaunchError) -> [Item] {
    if plan.isFlat { return [] }
    var items = [InnerPath.scratch, InnerPath.processes].map { Item(path: $0, kind: .directory) }
    if !plan.showsProcesses { items += plainProcess }
    for entry in plan.view {
      switch entry.source {
      case .link(let target): items.append(Item(path: entry.target, kind: .link(to: target)))
      case .tree(let directory):
        items.append(Item(path: entry.target, kind: .directory))
        if entry.isExecutable { items += try Self.items(below: directory, at: entry.target) }
      }
    }
    return items.sorted { $0.path < $1.path }
  }

  /// The files of `/proc` that the launcher writes (`view.c`).
  private var plainProcess: [Item] {
    let own = InnerPath.processes + "/self"
    return [
      Item(path: own, kind: .directory), Item(path: own + "/exe", kind: .link(to: plan.executablePath)),
      Item(path: own + "/cmdline", kind: .file(bytes: Int64(plan.arguments.reduce(0) { $0 + $1.utf8.count + 1 }))),
    ]
  }

  private static func items(below directory: Descriptor, at place: String) throws(LaunchError) -> [Item] {
    var items: [Item] = []
    do throws(TreeError) {
      let root = try OpenDirectory(path: "/proc/self/fd/\(directory.number)/.")
      var walk = try TreeWalk(of: root, entries: .max - 1)
      while let step = try walk.step() {
        switch step {
        case .unreadable(let name, let reason): throw TreeError("list", "\(place)/…/\(name)", errno: reason)
        case .entry(let name, let status):
          let path = ([place] + (walk.path + [name]).map { String(decoding: $0.bytes, as: UTF8.self) })
            .joined(separator: "/")
          items.append(Item(path: path, kind: kind(of: name, status, in: walk.directory)))
        }
      }
    } catch {
      throw LaunchError(stage: "host", errno: error.errno, message: error.description)
    }
    return items
  }

  private static func kind(of name: EntryName, _ status: stat, in directory: OpenDirectory) -> Item.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file(bytes: Int64(status.st_size))
    case S_IFLNK:
      .link(
        to: FileSystem.link(at: "/proc/self/fd/\(directory.number)/\(String(decoding: name.bytes, as: UTF8.self))")
          ?? "")
    default: .special
    }
  }
}
