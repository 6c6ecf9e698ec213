// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension DeviceStore {
  /// Makes a second state directory of a moment of the first, also while a host runs over that: SQLite copies one state,
  /// whole. What is done with the copy leaves the first as it is.
  ///
  /// - Parameters:
  ///   - parts: names in the directory that come along.
  ///   - copy: a directory that isn't there yet; its parent is.
  package static func copy(_ directory: String, parts: [String], to copy: String) throws {
    let file = StoreFile(path: directory + "/" + fileName, durability: .simulated)
    try file.examine()
    try StateDirectoryLock.prepare(copy, syncs: false)
    let target = StoreFile(path: copy + "/" + fileName, durability: .simulated)
    _ = try target.build(target.path) { queue throws in try file.connection().backup(to: queue) }
    try DurableFile.protect(target.path)
    var collector = BackupCollector(into: try BackupUnpacker(into: copy))
    try collector.collect(parts, in: directory)
  }
}
