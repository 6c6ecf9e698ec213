// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import Foundation
import Glibc
import Testing

@testable import ScreenTimeStore

/// Single files of a state whose lengths, names or numbers are unusual.
@Suite struct UnusualFileTests {
  private let directory = StateDirectory()
  private var file: String { directory.path + "/file" }

  init() { mkdir(directory.path, 0o700) }

  /// The words of the seal of a file of so many bytes.
  private func seal(_ count: Int) throws -> [String] {
    try Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }).write(to: URL(filePath: file))
    return String(decoding: try StoreSeal(sealing: file).bytes, as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// A file is read in blocks of 256 KiB.
  @Test(arguments: [1, 7, 9, 15, 262_143, 262_145, 262_151])
  func `the seal of a file that ends in the middle of a word has its whole length and the digest of whole words`(
    _ count: Int
  ) throws {
    let words = try seal(count / 8 * 8)
    #expect(try seal(count) == ["sallyport-seal-1", "\(count)", words[2]])
  }

  @Test func `the errors of a seal and of what is sealed say what was attempted`() throws {
    let (link, folder) = (directory.path + "/link", directory.path + "/folder")
    symlink("/etc/passwd", link)
    mkdir(folder, 0o700)
    let rest = "; check that you own it and may write there."
    for (path, words) in [
      (file, "Could not open \(file): No such file or directory"),
      (link, "Could not open \(link): Too many levels of symbolic links"),
      (folder, "Could not read \(folder): Is a directory"),
    ] {
      let sealing = #expect(throws: StoreError.self) { try StoreSeal(sealing: path) }
      #expect(sealing == StoreError(.unavailable, words + rest))
      if path == file { continue }
      let reading = #expect(throws: StoreError.self) { try StoreSeal.read(path) }
      #expect(reading == StoreError(.unavailable, words + rest))
    }
  }

  @Test func `a touched file is its owner's alone`() {
    DurableFile.touch(file)
    var status = stat()
    #expect(lstat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [0, ENOENT, EACCES]) func `an earlier error changes nothing about the removal of a file`(
    _ earlier: Int32
  ) throws {
    DurableFile.touch(file)
    errno = earlier
    try DurableFile.remove(file)
    #expect(DurableFile.size(of: file) == nil)
    errno = earlier
    try DurableFile.remove(file)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
  func `a file of another disk with the same number is not taken for the file that is kept`() async {
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      let disks = [path + "/one", path + "/two"]
      let files = try disks.map { disk -> [UInt64: String] in
        mkdir(disk, 0o700)
        let refusal = storage_small_disk(disk, 1 << 20)
        try #require(refusal == 0, "\(String(cString: strerror(refusal)))")
        var found: [UInt64: String] = [:]
        for number in 0..<40 {
          DurableFile.touch("\(disk)/\(number)")
          var status = stat()
          try #require(lstat("\(disk)/\(number)", &status) == 0)
          found[UInt64(status.st_ino)] = "\(disk)/\(number)"
        }
        return found
      }
      let number = try #require(Set(files[0].keys).intersection(files[1].keys).first)
      let (own, other) = (try #require(files[0][number]), try #require(files[1][number]))
      let error = #expect(throws: StoreError.self) { try DurableFile.keep(own, as: other) }
      #expect(
        error?.description
          == "Could not keep a copy of \(own): Invalid cross-device link; check that you own it and may write there.")
    }
  }
}
