// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The longest answers that a command takes from a host, and those that it does not understand.
@Suite struct HostClientLimitTests {
  private let scratch = Scratch()

  /// Gives a client the next answers, each of which is a line of its own; a thread of the test plays the host.
  private func client(hearing answers: [String]) throws -> HostClient {
    let address = try HostSocketAddress(state: scratch.path)
    defer { address.close() }
    let listener = HostSocketAddress.socket(isBlocking: true)
    try #require(address.with { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
    Thread.detachNewThread {
      let peer = accept(listener, nil, nil)
      close(listener)
      defer { close(peer) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      for answer in answers {
        // A call is short, so it arrives at once.
        guard recv(peer, &buffer, buffer.count, 0) > 0 else { return }
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          guard count > 0 else { return }
          rest = rest.dropFirst(count)
        }
      }
    }
    return try #require(HostClient(state: scratch.path))
  }

  private static let gone = "The host ended before it answered; `sallyport state` shows whether the act was taken."

  private func says(_ body: () throws -> Any) -> String {
    do { return "\(try body())" } catch { return "\(error)" }
  }

  @Test func `a command takes a ledger of 65,536 lines, and none that is longer`() throws {
    func answer(_ count: Int) -> String {
      #"{"id":1,"ok":{"lines":["#
        + Array(repeating: "\"\"", count: count).joined(separator: ",") + "]}}\n"
    }
    let client = try client(hearing: [answer(65_536), answer(65_537)])
    #expect(try client.ledger(of: nil, from: nil, to: nil).count == 65_536)
    #expect(says { try client.ledger(of: nil, from: nil, to: nil) } == Self.gone)
  }

  @Test(arguments: ["7", "[]", "{}", #"{"id":1}"#, #"{"error":{"code":"refused"},"id":1}"#, "no JSON", ""])
  func `an invalid answer counts as the end of the host`(_ answer: String) throws {
    let client = try client(hearing: [answer + "\n"])
    #expect(says { try client.openPrompts() } == Self.gone)
  }

  @Test func `answers that arrive together belong to their calls in order`() throws {
    let lines = ["a", "b", "c"].map { "{\"id\":1,\"ok\":{\"lines\":[\"\($0)\"]}}\n" }
    let client = try client(hearing: [lines.joined(), "", ""])
    for expected in ["a", "b", "c"] {
      #expect(try client.ledger(of: nil, from: nil, to: nil) == [expected])
    }
    // The host has left.
    #expect(says { try client.ledger(of: nil, from: nil, to: nil) } == Self.gone)
  }

  @Test func `only some codes of an error are refusals, and its text is the host's`() throws {
    let client = try client(
      hearing: [#"{"code":"refused","says":"A"}"#, #"{"code":"other","says":"B"}"#, #"{"says":"C"}"#].map {
        "{\"error\":\($0),\"id\":1}\n"
      })
    let expected: [(String, HostError.Code)] = [("A", .failed), ("B", .usage), ("C", .usage)]
    for (words, code) in expected {
      let error = #expect(throws: HostError.self) { try client.openPrompts() }
      #expect(error == HostError(code, words))
    }
  }
}
