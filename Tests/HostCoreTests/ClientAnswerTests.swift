// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The largest and deepest answers that a command reads, and how they may arrive.
@Suite struct ClientAnswerTests {
  private let scratch = Scratch()

  /// A client, and the end of its connection that the host has.
  private func connected() throws -> (client: HostClient, peer: Int32) {
    let address = try HostSocketAddress(state: scratch.path)
    defer { address.close() }
    let listener = HostSocketAddress.socket(isBlocking: true)
    defer { close(listener) }
    try #require(address.with { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
    let client = try #require(HostClient(state: scratch.path))
    let peer = accept(listener, nil, nil)
    // No program that another test starts keeps it open.
    try #require(peer >= 0 && fcntl(peer, F_SETFD, FD_CLOEXEC) == 0)
    address.remove()
    return (client, peer)
  }

  /// The error of a client whose host answered before it was asked.
  private func says(hearing answer: String) throws -> String {
    let (client, peer) = try connected()
    // An answer may be larger than what a connection holds.
    Thread.detachNewThread {
      var rest = Array((answer + "\n").utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      // The client could not call a host that has left.
      var call = [UInt8](repeating: 0, count: 4_096)
      while recv(peer, &call, call.count, 0) > 0 {}
      close(peer)
    }
    do { return "\(try client.openPrompts().count) prompts" } catch { return "\(error)" }
  }

  private static let none = "0 prompts"
  private static let gone = "The host ended before it answered; `sallyport state` shows whether the act was taken."

  /// An answer with a member that the client does not know.
  private func answer(_ more: String) -> String { #"{"id":1,"ok":{"more":\#(more),"prompts":[]}}"# }

  private func list(_ count: Int) -> String { "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]" }

  @Test(arguments: [(62, true), (63, false)])
  func `an answer is at most 64 levels deep`(_ more: Int, _ isRead: Bool) throws {
    let nested = String(repeating: "[", count: more) + String(repeating: "]", count: more)
    #expect(try says(hearing: answer(nested)) == (isRead ? Self.none : Self.gone))
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `a list of an answer has at most 65,536 elements`(_ count: Int, _ isRead: Bool) throws {
    #expect(try says(hearing: answer(list(count))) == (isRead ? Self.none : Self.gone))
  }

  @Test func `an answer has at most 524,288 values`() throws {
    // Besides the numbers: the answer, its id, what it holds, both members, and eight lists.
    let numbers = 524_288 - 13
    for (count, expected) in [(numbers, Self.none), (numbers + 1, Self.gone)] {
      let lists = (0..<8).map { list(min(65_536, count - $0 * 65_536)) }
      #expect(try says(hearing: answer("[" + lists.joined(separator: ",") + "]")) == expected, "\(count)")
    }
  }

  @Test func `the end of an answer may arrive by itself`() throws {
    let (client, peer) = try connected()
    defer { close(peer) }
    // The client reads 64 KiB at a time, and then a single byte.
    let empty = answer("\"\"")
    let line = answer("\"" + String(repeating: "x", count: 65_536 - empty.utf8.count) + "\"") + "\n"
    try #require(line.utf8.count == 65_537)
    try #require(send(peer, line, line.utf8.count, Int32(MSG_DONTWAIT)) == line.utf8.count)
    #expect(try client.openPrompts().isEmpty)
  }

  @Test func `a call to a host that is gone reports that`() throws {
    let (client, peer) = try connected()
    shutdown(peer, Int32(SHUT_RDWR))
    close(peer)
    for _ in 0..<2 {
      let error = #expect(throws: HostError.self) { try client.openPrompts() }
      #expect(error == HostError(.failed, Self.gone))
    }
  }
}
