// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Glibc

/// Limits on what a backup reads from each container. They are far above what an extension may store, and prevent a
/// tree that grew without bounds from delaying the backup of everything else.
struct BackupBudget {
  var entries = 1 << 18
  var bytes: Int64 = 1 << 30
  var time: Duration = .seconds(120)
}

/// Reads the parts of a state directory into a sink.
///
/// Each step opens a name relative to an open directory and never follows a link, since a running extension can replace
/// a file of its container with a link at any moment.
struct BackupCollector<Sink: BackupSink> {
  private let budget: BackupBudget
  private let sink: Sink
  /// One sentence for each entry or tree that is left out.
  private(set) var omissions: [String] = []
  private var nextID: Int64 = 1
  /// The kinds of entries left out of the current tree, each with its first path and its count.
  private var leftOut: [(kind: String, first: String, count: Int)] = []

  init(into sink: Sink, budget: BackupBudget = BackupBudget()) {
    self.sink = sink
    self.budget = budget
  }

  /// Adds `parts`, names in `directory`, to the sink. A missing part is skipped.
  mutating func collect(_ parts: [String], in directory: String) throws {
    let root = try opened(directory)
    for part in parts.sorted() {
      guard let name = EntryName(part), let status = root.status(of: name) else { continue }
      let id = try add(name, status, in: root, parent: nil, path: [name])
      noteOmissions(of: [name])
      guard let id, status.st_mode & S_IFMT == S_IFDIR else { continue }
      // Each tree in it belongs to one family and has its own budget.
      let folder = try opened(name, in: root)
      for child in try folder.names(atMost: .max).sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
        guard let status = folder.status(of: child) else { continue }
        let childID = try add(child, status, in: folder, parent: id, path: [name, child])
        if let childID, status.st_mode & S_IFMT == S_IFDIR {
          try collectTree(try opened(child, in: folder), id: childID, path: [name, child])
        }
        noteOmissions(of: [name, child])
      }
    }
    try sink.finish()
  }

  private mutating func collectTree(_ root: OpenDirectory, id: Int64, path: [EntryName]) throws {
    var walk = try TreeWalk(of: root, entries: budget.entries, lifts: true)
    var parents = [id]
    var bytes: Int64 = 0
    let end = ContinuousClock.now + budget.time
    while let step = try walk.step() {
      switch step {
      case .unreadable(let name, let reason):
        leaveOut(path + walk.path + [name], unreadable: reason)
      case .entry(let name, let status):
        bytes += status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_blocks) * 512 : 0
        guard bytes <= budget.bytes, ContinuousClock.now < end else {
          let reason =
            bytes > budget.bytes ? "holds more than \(budget.bytes) bytes" : "takes more than \(budget.time) to read"
          omissions.append("\(path.spoken) \(reason); the rest of it is not in the backup.")
          return
        }
        parents.removeSubrange((walk.depth + 1)...)
        let above = walk.above
        let added = try add(
          name, status, in: walk.directory, parent: parents[walk.depth], path: path + above() + [name])
        if status.st_mode & S_IFMT == S_IFDIR {
          if let added { parents.append(added) } else { walk.skip() }
        }
      }
    }
    if walk.isOverBudget {
      omissions.append("\(path.spoken) holds more than \(budget.entries) entries; the rest of it is not in the backup.")
    }
  }

  /// - Returns: the entry's number; `nil` if the entry is left out.
  private mutating func add(
    _ name: EntryName, _ status: stat, in directory: OpenDirectory, parent: Int64?, path: @autoclosure () -> [EntryName]
  ) throws -> Int64? {
    guard var entry = BackupEntry(id: nextID, parent: parent, name: name, status) else {
      leaveOut(Self.kind(of: status), path().spoken)
      return nil
    }
    if entry.size == nil {
      nextID += 1
      try sink.add(entry)
      return entry.id
    }
    let file: Int32
    do throws(TreeError) { file = try directory.file(name, lifts: true) } catch {
      // It was removed or replaced since its status was read.
      if [ENOENT, ELOOP, ENXIO, ENOTDIR].contains(error.errno) { return nil }
      leaveOut(path(), unreadable: error.errno)
      return nil
    }
    defer { close(file) }
    var now = stat()
    guard fstat(file, &now) == 0 else { return nil }
    entry.size = Int64(now.st_size)
    nextID += 1
    try sink.add(entry)
    try addPieces(of: file, size: Int64(now.st_size))
    return entry.id
  }

  /// Adds the file's contents up to its size when it was opened; holes are left out.
  private func addPieces(of file: Int32, size: Int64) throws {
    let (data, hole): (Int32, Int32) = (3, 4)
    var position: Int64 = 0
    while position < size {
      // A file system that knows no holes answers -1, and the file is data to its end.
      let begin = Int64(lseek(file, off_t(position), data))
      if begin < position, errno == ENXIO { return }
      position = max(position, begin)
      let stop = UInt64(bitPattern: Int64(lseek(file, off_t(position), hole)))
      let end = Int64(min(UInt64(size), stop))
      while position < end {
        let count = Int(min(1 << 20, end - position))
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          filled = max(0, pread(file, buffer.baseAddress, count, off_t(position)))
        }
        // The file was truncated.
        if piece.isEmpty { return }
        try sink.add(piece, at: position)
        position += Int64(piece.count)
      }
    }
  }

  /// Says what was left out of a tree.
  private mutating func noteOmissions(of path: [EntryName]) {
    for (kind, first, count) in leftOut {
      omissions.append("\(path.spoken): \(count) \(kind) left out, the first is \(first).")
    }
    leftOut = []
  }

  private mutating func leaveOut(_ kind: String, _ path: String) {
    if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((kind, path, 1))
    }
  }

  private mutating func leaveOut(_ path: [EntryName], unreadable error: Int32) {
    leaveOut("unreadable", "\(path.spoken) (\(String(cString: strerror(error))))")
  }

  private static func kind(of status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFLNK: "symlinks"
    case S_IFIFO: "pipes"
    case S_IFSOCK: "sockets"
    default: "devices"
    }
  }

  private func opened(_ path: String) throws(StoreError) -> OpenDirectory {
    do throws(TreeError) { return try OpenDirectory(path: path) } catch { throw StoreError(.unavailable, "\(error)") }
  }

  private func opened(_ name: EntryName, in directory: OpenDirectory) throws(StoreError) -> OpenDirectory {
    do throws(TreeError) { return try directory.directory(name, lifts: true) } catch {
      throw StoreError(.unavailable, "\(error)")
    }
  }
}
