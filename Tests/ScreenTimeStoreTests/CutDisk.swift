// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A disk that loses power: the possible contents of a directory after a tape of steps.
///
/// Synced data is there. Of the data written to a file since its last sync, each 512-byte sector may be there or not,
/// because the disk may write in any order and stop at any point.
struct CutDisk {
  /// The part of the unsynced data that survives.
  enum Luck: CaseIterable {
    /// All of it: the process was killed, the machine keeps running.
    case all
    case none
    /// Each unsynced step whole or not at all.
    case steps
    /// Each unsynced sector or not.
    case sectors
    /// Only the last step before the cut: the disk wrote in the wrong order.
    case lastOnly
  }

  static let sectorBytes = 512

  private var files: [String: [UInt8]]

  /// - Parameter files: the contents of the directory before the first step.
  init(files: [String: [UInt8]]) { self.files = files }

  /// Plays the tape up to a cut.
  mutating func play(_ steps: ArraySlice<StorageTape.Step>, _ luck: Luck, _ random: inout some RandomNumberGenerator) {
    var pending: [String: [StorageTape.Step]] = [:]
    for step in steps {
      if case .sync = step.act {
        for step in pending.removeValue(forKey: step.file) ?? [] { apply(step) }
      } else {
        pending[step.file, default: []].append(step)
      }
    }
    let last = steps.last?.file
    for (file, steps) in pending.sorted(by: { $0.key < $1.key }) {
      for (index, step) in steps.enumerated() {
        switch luck {
        case .all: apply(step)
        case .none: break
        case .steps: if Bool.random(using: &random) { apply(step) }
        case .sectors: tear(step, &random)
        case .lastOnly: if file == last, index == steps.count - 1 { apply(step) }
        }
      }
    }
  }

  func write(to directory: String) throws {
    try? FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: directory + "/" + name)) }
  }

  private mutating func apply(_ step: StorageTape.Step) {
    switch step.act {
    case .sync: break
    case .delete: files[step.file] = nil
    case .truncate(let size):
      let old = files[step.file] ?? []
      files[step.file] = Array(old.prefix(size)) + Array(repeating: 0, count: max(0, size - old.count))
    case .write(let offset, let bytes):
      var file = files[step.file] ?? []
      if file.count < offset + bytes.count {
        file += Array(repeating: 0, count: offset + bytes.count - file.count)
      }
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      files[step.file] = file
    }
  }

  /// Applies some of a write's sectors; other steps are applied whole or not at all.
  private mutating func tear(_ step: StorageTape.Step, _ random: inout some RandomNumberGenerator) {
    guard case .write(let offset, let bytes) = step.act else {
      if Bool.random(using: &random) { apply(step) }
      return
    }
    var start = offset
    while start < offset + bytes.count {
      let end = min(offset + bytes.count, (start / Self.sectorBytes + 1) * Self.sectorBytes)
      if Bool.random(using: &random) {
        apply(.init(file: step.file, act: .write(offset: start, bytes: Array(bytes[start - offset..<end - offset]))))
      }
      start = end
    }
  }
}

extension FileManager {
  /// The files of a directory by name, without the lock and shared memory of a running host.
  func storeFiles(in directory: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try contentsOfDirectory(atPath: directory) where name != "host.lock" && !name.hasSuffix("-shm") {
      files[name] = Array(try Data(contentsOf: URL(filePath: directory + "/" + name)))
    }
    return files
  }
}

/// A counter with a finaliser: the same faults in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
