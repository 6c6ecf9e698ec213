// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Testing

/// A private file that can't be written: its error, its descriptors, and the file that is left alone.
@Suite struct PrivateWriteTests {
  private let scratch = Scratch()

  @Test func `a file is closed when it has been written`() throws {
    let path = scratch.path + "/page.html"
    for _ in 0..<3 { try PrivateFile.write(Data("text".utf8), to: path) }
    try PrivateFile.replace(path, with: Data("next".utf8))
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(own.filter { $0.hasPrefix(scratch.path) } == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["page.html"])
  }

  @Test func `a file that can't be opened says why`() {
    let error = #expect(throws: (any Error).self) {
      try PrivateFile.write(Data("text".utf8), to: scratch.path + "/none/page.html")
    }
    #expect(error?.localizedDescription == "No such file or directory")
  }

  @Test func `a pipe that the person named keeps its mode and gets the text`() throws {
    let path = scratch.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0 && chmod(path, 0o640) == 0)
    // Open for both directions, so that neither the writer nor the reader waits for the other.
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    try PrivateFile.write(Data("text".utf8), to: path)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o7777 == 0o640)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(pipe, &bytes, bytes.count) == 4 && bytes.prefix(4).elementsEqual("text".utf8))
  }
}
