// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Testing

/// A private file that can't be closed to others, or that can't take its place, is not written.
@Suite struct RefusedWriteTests {
  @Test func `a file whose mode can't be changed is an error, and gets no text`() throws {
    // The name of this thread, which its owner may write and nobody may give another mode.
    let path = "/proc/thread-self/comm"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let error = #expect(throws: (any Error).self) { try PrivateFile.write(Data("text".utf8), to: path) }
    #expect(error?.localizedDescription == "Operation not permitted")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  @Test func `nothing stays of a file that could not take its place`() throws {
    let scratch = Scratch()
    let path = scratch.path + "/page.html"
    // A file can't replace a directory.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try PrivateFile.replace(path, with: Data("text".utf8)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["page.html"])
  }
}
