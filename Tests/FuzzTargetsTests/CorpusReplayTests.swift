// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import Testing

/// Replays the fuzzers' seeds and the inputs they found (`Fuzzing/run`), without a fuzzer.
@Suite struct CorpusReplayTests {
  struct Input: CustomTestStringConvertible, Sendable {
    var target: FuzzTarget
    var file: URL
    var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folders that `Fuzzing/corpus` uses.
  private static func folder(of target: FuzzTarget) -> URL {
    root.appending(
      path: target == .reader ? "Tests/ExtensionTransportTests/Corpus" : "Fuzzing/Corpora/\(target.rawValue)")
  }

  static let inputs: [Input] = FuzzTarget.allCases.flatMap { target in
    let folder = folder(of: target)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.sorted().map { Input(target: target, file: folder.appending(path: $0)) }
  }

  @Test(arguments: FuzzTarget.allCases) func `has accepted and refused inputs`(
    _ target: FuzzTarget
  ) {
    let names = Self.inputs.filter { $0.target == target }.map(\.file.lastPathComponent)
    #expect(names.contains { $0.hasPrefix("ok-") } && names.contains { $0.hasPrefix("bad-") })
    #expect(names.count >= 10)
  }

  @Test(arguments: inputs) func `every part of the host reads an input alike`(_ input: Input) throws {
    let isTaken = try input.target.check([UInt8](Data(contentsOf: input.file)))
    let name = input.file.lastPathComponent
    // Inputs that a fuzzer found have other names.
    if name.hasPrefix("ok-") { #expect(isTaken) }
    if name.hasPrefix("bad-") { #expect(!isTaken) }
  }

  @Test(arguments: FuzzTarget.allCases) func `does not trap on any truncated input`(
    _ target: FuzzTarget
  ) throws {
    for input in Self.inputs where input.target == target {
      let bytes = [UInt8](try Data(contentsOf: input.file))
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 64)) {
        try target.check(Array(bytes[..<count]))
      }
    }
  }
}
