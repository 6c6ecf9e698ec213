// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension DeviceStore {
  /// Copies a state directory. A host may be running on it, since SQLite copies a consistent snapshot. Changes to the
  /// copy don't affect the original.
  ///
  /// - Parameters:
  /// - parts: the names in the directory to copy.
  /// - copy: a directory that must not exist yet; its parent must.
  package static func copy(_ directory: String, parts: [String], to copy: String) throws {
    let file = StoreFile(path: directory + "/" + fileName, durability: .simulated)
    try file.examine()
    try StateDirectoryLock.prepare(copy, syncs: false)
    let target = StoreFile(path: copy + "/" + fileName, durability: .simulated)
    _ = try target.build(target.path) { queue throws in
      try file.connection().backup(to: queue)
      // A host of an earlier version may be running on the original.
      try StoreSchema.migrator.migrate(queue)
    }
    try DurableFile.protect(target.path)
    var collector = BackupCollector(into: try BackupUnpacker(into: copy))
    try collector.collect(parts, in: directory)
  }
}
