// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// Backups whose file was damaged after they were made.
@Suite struct DamagedBackupTests {
  private let directory = StateDirectory()
  private var file: String { directory.path + "/backup" }

  private func whole() throws -> [UInt8] {
    mkdir(directory.path, 0o700)
    let state = directory.path + "/state"
    do {
      let store = try DeviceStore(directory: state, durability: .simulated)
      try store.transaction { transaction in
        try transaction.save(.sample(), replacing: nil)
        try transaction.owe([.sample(1), .sample(2)])
        try transaction.setMeta("long", to: Array(repeating: 7, count: 9_000))
      }
    }
    try FileManager.default.createDirectory(atPath: state + "/keys", withIntermediateDirectories: true)
    try Data(repeating: 5, count: 9_000).write(to: URL(filePath: state + "/keys/root.key"))
    _ = try StoreBackup.make(
      of: state, parts: ["keys"], at: file, madeAt: Timestamp(milliseconds: 5), version: "1.2.3")
    return Array(try Data(contentsOf: URL(filePath: file)))
  }

  @Test func `a backup with any page overwritten or cut off is refused, and left as it is`() throws {
    let bytes = try whole()
    let page = 4_096
    #expect(bytes.count % page == 0 && bytes.count / page > 20)
    for index in 0..<bytes.count / page {
      var damaged = bytes
      damaged.replaceSubrange(index * page..<(index + 1) * page, with: repeatElement(0xFF, count: page))
      for content in [damaged, Array(bytes.prefix(index * page))] {
        try Data(content).write(to: URL(filePath: file))
        let error = #expect(throws: StoreError.self, "page \(index)") { try StoreBackup(path: file) }
        let codes = [StoreError.Code.corrupt, .foreign]
        #expect(error.map { codes.contains($0.code) } == true, "page \(index): \(String(describing: error))")
        #expect(error?.description.contains(file) == true, "page \(index): \(String(describing: error))")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(content))
      }
    }
    try Data(bytes).write(to: URL(filePath: file))
    #expect(try StoreBackup(path: file).version == "1.2.3")
  }

  @Test func `the remains of a restore that can't be removed are an error, and nothing is replaced`() throws {
    _ = try whole()
    let target = directory.path + "/restored"
    let staged = target + ".restoring"
    // Something that isn't a directory has the name already.
    try Data([1]).write(to: URL(filePath: staged))
    let error = #expect(throws: StoreError.self) { try StoreBackup(path: file).restore(to: target) { _ in } }
    #expect(error?.code == .unavailable && error?.description.contains(staged) == true)
    #expect(FileManager.default.contents(atPath: staged) == Data([1]))
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
