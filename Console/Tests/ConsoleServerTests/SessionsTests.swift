// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ConsoleServer

@Suite struct SessionsTests {
  private final class Time: Sendable {
    private let offset = Mutex(Duration.zero)
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start + offset.withLock(\.self) }
    func pass(_ time: Duration) { offset.withLock { $0 += time } }
  }

  private let time = Time()
  private let sessions: Sessions

  init() {
    let time = time
    sessions = Sessions { time.now }
  }

  @Test func `a link works once (CON-33)`() throws {
    let link = sessions.makeLink(.person, hidesNames: false)
    let (token, bearer) = try sessions.enter(link)
    #expect(bearer.role == .person && token.count == 64 && token != link)
    #expect(throws: Sessions.Refusal.unknown) { try sessions.enter(link) }
    #expect(try sessions.bearer(token).role == .person)
  }

  @Test func `a link lives five minutes, a bearer half an hour without use and twelve hours with it`() throws {
    let late = sessions.makeLink(.person, hidesNames: false)
    time.pass(.seconds(300))
    #expect(throws: Sessions.Refusal.unknown) { try sessions.enter(late) }
    let (token, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    for _ in 0..<24 {
      time.pass(.seconds(1_790))
      _ = try sessions.bearer(token)
    }
    time.pass(.seconds(300))
    #expect(throws: Sessions.Refusal.unknown) { try sessions.bearer(token) }
    let (idle, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    time.pass(.seconds(1_800))
    #expect(throws: Sessions.Refusal.unknown) { try sessions.bearer(idle) }
  }

  @Test func `20 wrong ones in a minute shut new ones out for a minute, and those that are in stay in`() throws {
    let (token, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    for number in 0..<20 { #expect(throws: Sessions.Refusal.unknown) { try sessions.bearer("wrong \(number)") } }
    #expect(throws: Sessions.Refusal.tooMany(seconds: 60)) { try sessions.enter("wrong") }
    #expect(throws: Sessions.Refusal.tooMany(seconds: 61)) { try sessions.bearer("wrong") }
    _ = try sessions.bearer(token)
    time.pass(.seconds(60))
    #expect(throws: Sessions.Refusal.unknown) { try sessions.enter("wrong") }
  }

  @Test func `a page acts sixty times a minute`() throws {
    let (token, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    for _ in 0..<60 { #expect(sessions.countAct(token) == nil) }
    #expect(sessions.countAct(token) == 60)
    time.pass(.seconds(60))
    #expect(sessions.countAct(token) == nil)
  }

  @Test func `a proof holds five minutes, and an act that can't be undone needs one of its own (CON-17)`() throws {
    let (token, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    #expect(sessions.proof(token, isGrave: false) == nil)
    _ = sessions.elevate(token, "proof")
    #expect(sessions.proof(token, isGrave: false) == "proof")
    #expect(sessions.proof(token, isGrave: true) == nil)
    _ = sessions.elevate(token, "proof")
    #expect(sessions.proof(token, isGrave: true) == "proof")
    #expect(sessions.proof(token, isGrave: true) == nil && sessions.proof(token, isGrave: false) == nil)
    _ = sessions.elevate(token, "proof")
    time.pass(.seconds(300))
    #expect(sessions.proof(token, isGrave: false) == nil)
  }

  @Test func `a changed passcode ends every proof of the one before`() throws {
    let tokens = try (0..<2).map { _ in try sessions.enter(sessions.makeLink(.person, hidesNames: false)).token }
    for token in tokens { _ = sessions.elevate(token, "proof") }
    sessions.forgetProofs()
    for token in tokens { #expect(sessions.proof(token, isGrave: false) == nil) }
  }
}
