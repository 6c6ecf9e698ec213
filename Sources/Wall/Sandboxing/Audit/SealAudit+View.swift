// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

// MARK: - The view

extension SealAudit {
  /// A mount in the process's own namespace, as planned.
  struct Mount: Sendable {
    var target: String
    /// The directory mounted there; `nil` for a new file system.
    var source: FileIdentity?
    var isWritable: Bool
  }

  /// Compares `/proc/<pid>/mountinfo` and the roots of the mounts with the plan.
  static func mounts(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    guard let expected = expectation.mounts else { return [] }
    guard let lines = lines(of: "mountinfo", pid) else { return [unreadable("mountinfo")] }
    var differences: [Difference] = []
    var missing = Dictionary(uniqueKeysWithValues: expected.map { ($0.target, $0) })
    for line in lines {
      let words = words(of: line)
      guard words.count > 5, let mount = missing.removeValue(forKey: words[4]) else {
        differences.append(
          Difference(what: "a mount", expected: "planned", found: words.count > 4 ? words[4] : "unreadable"))
        continue
      }
      var options = Set(words[5].split(separator: ",").map(String.init))
      if mount.isWritable { options.insert("ro") }
      for option in ["ro", "nosuid", "nodev"] where !options.contains(option) {
        differences.append(Difference(what: "the mount at \(mount.target)", expected: option, found: words[5]))
      }
      let root = FileSystem.status("/proc/\(pid)/root\(mount.target)").map(FileIdentity.init)
      if let source = mount.source, root != source {
        differences.append(
          Difference(
            what: "the directory at \(mount.target)", expected: describe(source),
            found: root.map(describe) ?? "unreadable"))
      }
    }
    return differences
      + missing.keys.sorted().map { Difference(what: "the mount at \($0)", expected: "there", found: "absent") }
  }

  /// Checks that every file the process has mapped lies in a directory of its view.
  static func maps(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    guard let lines = lines(of: "maps", pid) else { return [unreadable("maps")] }
    return lines.compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6 else { return nil }
      let name = String(decoding: fields[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let isAnonymous = fields[4].elementsEqual("0".utf8) && name.hasPrefix("[") && !name.hasPrefix("[anon_shmem")
      let isOfView = expectation.mappable.contains { FileSystem.path(name, isWithin: $0) }
      return isAnonymous || isOfView
        ? nil : Difference(what: "a mapped file", expected: "of its own view", found: name)
    }
  }

  private static func describe(_ file: FileIdentity) -> String {
    "device \(file.device) inode \(file.inode)"
  }

  /// Checks that no file of a sealed process is reachable by an unsealed one: locks, futexes and page-cache residency
  /// are tied to the inode and could carry data.
  static func inodes(_ expectation: Expectation) -> [Difference] {
    guard let trees = expectation.sealedTrees, let census = expectation.census else { return [] }
    let found: String
    switch census.sharing(of: trees) {
    case .nothing: return []
    case .file(let file): found = "one of an unsealed process, \(describe(file))"
    case .unknown: found = "unreadable"
    }
    return [Difference(what: "a file of the view", expected: "its own", found: found)]
  }
}
