// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Testing

/// Replays the fuzzer's seeds and the inputs it found (`Fuzzing/run`), without a fuzzer.
@Suite struct CorpusTests {
  static let files: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.sorted().map { folder.appending(path: $0) }
  }()

  @Test func `has a corpus`() { #expect((20...60).contains(Self.files.count)) }

  @Test(arguments: files) func `scanner and json-c agree, and values survive a round trip`(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    var scanner = LineScanner(limits: .standard)
    let codec = JSONCodec(limits: .standard)
    let isAccepted = (try? scanner.scan(bytes.span)) != nil
    let name = file.lastPathComponent
    #expect(isAccepted == name.hasPrefix("ok-") || !(name.hasPrefix("ok-") || name.hasPrefix("bad-")))
    guard isAccepted else { return }
    let value: WireValue = try codec.decode(bytes)
    #expect(try codec.decode(codec.encode(value)) == value)
  }
}
