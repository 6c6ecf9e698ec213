// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The environment of a process as the kernel reports it. Anything that two processes share is a possible channel
/// between them, even if no exploit is known.
struct Surroundings: Hashable, Sendable {
  /// A file's identity. Locks, access times and cached pages belong to the inode, not to a path.
  struct Inode: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  struct Mount: Hashable, Sendable {
    var place: String
    var kind: String
    var device: String
    var isWritable: Bool
  }

  /// The namespace numbers by name, such as `time`.
  private(set) var namespaces: [String: String] = [:]
  /// `nil` if it can't be read.
  private(set) var executable: Inode?
  private(set) var mounts: [Mount] = []

  /// - Parameter processID: a process that has sent a line and so has finished its `exec`.
  init(of processID: Int32) {
    let directory = "/proc/\(processID)"
    for name in Self.namespaceNames {
      namespaces[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/ns/\(name)")
    }
    var status = stat()
    if stat("\(directory)/exe", &status) == 0 {
      executable = Inode(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
    let text = FileManager.default.contents(atPath: "\(directory)/mountinfo") ?? Data()
    mounts = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap(Self.mount)
  }

  /// The checker's own surroundings, which are the host's.
  static let own = Surroundings(of: getpid())

  private static let namespaceNames = ["cgroup", "ipc", "mnt", "net", "pid", "time", "uts"]

  /// `36 35 98:0 /root /place ro,nodev shared:1 - ext4 /dev/x rw`: the mount, a dash, then the file system.
  private static func mount(_ line: Substring) -> Mount? {
    let fields = line.split(separator: " ")
    guard fields.count > 5, let dash = fields.firstIndex(of: "-"), dash + 3 < fields.count else { return nil }
    func isWritable(_ options: Substring) -> Bool { options.split(separator: ",").contains("rw") }
    return Mount(
      place: String(fields[4]), kind: String(fields[dash + 1]), device: String(fields[2]),
      isWritable: isWritable(fields[5]) && isWritable(fields[dash + 3]))
  }

  /// The resources that the process shares with the host.
  ///
  /// - Parameter isSealed: a sealed process may write to nothing that outlives it, not even its family's container.
  func sharedWithHost(isSealed: Bool) -> [String] {
    var found = Self.namespaceNames.filter { name in
      namespaces[name] != nil && namespaces[name] == Self.own.namespaces[name]
    }.map { "the host's \($0) namespace" }
    let hostFiles = Set(Self.own.mounts.filter { $0.kind == "proc" || $0.kind == "sysfs" }.map(\.device))
    for mount in mounts {
      if mount.kind == "sysfs" || hostFiles.contains(mount.device) { found.append("the host's \(mount.place)") }
      let isItsOwn = mount.kind == "tmpfs" || (!isSealed && mount.place == "/container")
      if mount.isWritable, !isItsOwn { found.append("\(mount.place), which it can write to") }
    }
    return found
  }
}
