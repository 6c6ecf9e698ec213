// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files that a process holds open or maps, from `/proc`.
///
/// An undercount would let the process write more than its budget, so what can't be read in whole is no value at all.
struct HeldFiles {
  private struct Open {
    var status: stat
    var isWritable: Bool
  }

  private struct Mapping {
    var inode: UInt64
    var device: UInt64
    var isShared: Bool
    var isDeleted: Bool
  }

  /// The most text of mappings that is read: some 5,000 mappings. A process may make 65,000, and reading those for each
  /// of its calls would delay the calls of others.
  static let mostText = 512 << 10

  private var open: [Open] = []
  private var mappings: [Mapping] = []

  /// No files.
  init() {}

  /// - Returns: `nil` if the descriptors or the mappings can't be read, or are too many.
  init?(of pid: Int32) {
    guard let (directory, text) = Self.living(pid), let open = Self.open(in: directory + "/fd") else { return nil }
    self.init(mappings: text)
    self.open = open
  }

  /// The files in the text of `/proc/<pid>/maps`; `nil` for a line that isn't understood.
  init?(mappings text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = String(decoding: line.prefix(120), as: UTF8.self).split(separator: " ", maxSplits: 5)
      guard fields.count >= 5, let device = Self.device(fields[3]), let inode = UInt64(fields[4]) else { return nil }
      if inode == 0 { continue }
      mappings.append(
        Mapping(
          inode: inode, device: device, isShared: fields[1].hasSuffix("s"), isDeleted: line.ends(with: " (deleted)")))
    }
  }

  /// Bytes of unlinked files on `device`, by inode.
  ///
  /// The kernel reports the size of an open file. A removed file that is only mapped counts as the largest file that an
  /// extension may make.
  func nameless(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for file in open where file.status.st_nlink == 0 && UInt64(file.status.st_dev) == device {
      found[UInt64(file.status.st_ino)] = Int64(file.status.st_blocks) * 512
    }
    for mapping in mappings where mapping.isDeleted && found[mapping.inode] == nil && mapping.device == device {
      found[mapping.inode] = largestFile
    }
    return found
  }

  /// The bytes by which files that the process may write to can still grow, by inode.
  ///
  /// The size of a file that is only mapped is unknown, so it may grow by the largest file that an extension may make.
  func growth(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for file in open where file.isWritable && UInt64(file.status.st_dev) == device {
      found[UInt64(file.status.st_ino)] = max(0, largestFile - Int64(file.status.st_blocks) * 512)
    }
    // Some file systems report another device here than in stat, so a mapping of another device counts too. A removed
    // file of this device is counted in whole above.
    for mapping in mappings where mapping.isShared && !(mapping.isDeleted && mapping.device == device) {
      if found[mapping.inode] == nil { found[mapping.inode] = largestFile }
    }
    return found
  }
}

// MARK: - Reading

extension HeldFiles {
  /// The directory of a thread that has not exited, and its mappings. The files of a first thread that has exited look
  /// like none, while those of the others remain.
  private static func living(_ pid: Int32) -> (directory: String, mappings: [UInt8])? {
    guard let threads = FileSystem.names(in: "/proc/\(pid)/task") else { return nil }
    for thread in ["\(pid)"] + threads.prefix(8) {
      let directory = "/proc/\(pid)/task/\(thread)"
      let number = unsafe Glibc.open(directory + "/maps", O_RDONLY | O_CLOEXEC)
      // The thread may have exited since the listing.
      guard number >= 0 else { continue }
      guard let text = Descriptor(number).text(atMost: mostText) else { return nil }
      if !text.isEmpty { return (directory, text) }
    }
    return nil
  }

  private static func open(in directory: String) -> [Open]? {
    guard let names = FileSystem.names(in: directory) else { return nil }
    var found: [Open] = []
    for name in names {
      guard let target = target(at: "\(directory)/\(name)") else { return nil }
      if case .regular(let file) = target { found.append(file) }
    }
    return found
  }

  /// The target of a descriptor.
  private enum Target {
    /// A closed descriptor, or a target that uses no blocks.
    case other
    case regular(Open)
  }

  /// The attempts to read one descriptor. A running process may close a file between the two calls and reuse its number.
  private static let attempts = 8

  /// - Returns: `nil` if the descriptor can't be read, or changes during every attempt.
  private static func target(at path: String) -> Target? {
    for _ in 1...attempts {
      var (status, link) = (stat(), stat())
      guard unsafe lstat(path, &link) == 0 else { return errno == ENOENT ? .other : nil }
      if unsafe stat(path, &status) == 0 {
        // The link's own mode shows how the file was opened.
        return status.st_mode & S_IFMT == S_IFREG
          ? .regular(Open(status: status, isWritable: link.st_mode & S_IWUSR != 0)) : .other
      }
      guard errno == ENOENT else { return nil }
    }
    return nil
  }

  /// Parses a device such as `fe:00`.
  private static func device(_ text: Substring) -> UInt64? {
    let parts = text.split(separator: ":").compactMap { UInt64($0, radix: 16) }
    guard parts.count == 2 else { return nil }
    return (parts[0] & 0xfff) << 8 | (parts[0] & ~0xfff) << 32 | parts[1] & 0xff | (parts[1] & ~0xff) << 12
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
