// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The links and bearers of the console. They live in memory only.
final class Sessions: Sendable {
  enum Role: String, Sendable {
    case person, reader
  }

  /// A bearer's rights.
  struct Bearer: Sendable {
    var role: Role
    var hidesNames: Bool
    fileprivate var began: ContinuousClock.Instant
    fileprivate var used: ContinuousClock.Instant
    fileprivate var proof: Proof?
    fileprivate var acts: [ContinuousClock.Instant] = []
  }

  /// The proof of the guardian's passcode, valid for five minutes.
  struct Proof: Sendable {
    var text: String
    fileprivate var until: ContinuousClock.Instant
    /// Whether it was given just now: an act that can't be undone needs one that no act has used.
    fileprivate var isFresh: Bool
  }

  enum Refusal: Error, Equatable {
    case unknown
    case tooMany(seconds: Int)
  }

  static let linkLife = Duration.seconds(300)
  static let idleLife = Duration.seconds(1_800)
  static let life = Duration.seconds(43_200)
  static let proofLife = Duration.seconds(300)
  static let actsAMinute = 60
  static let wrongAMinute = 20
  static let shutFor = Duration.seconds(60)

  private struct State {
    var links: [String: (until: ContinuousClock.Instant, role: Role, hidesNames: Bool)] = [:]
    var bearers: [String: Bearer] = [:]
    var wrong: [ContinuousClock.Instant] = []
    var shutUntil: ContinuousClock.Instant?
  }

  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// A link that works once.
  func makeLink(_ role: Role, hidesNames: Bool) -> String {
    let link = Self.token()
    let until = now() + Self.linkLife
    state.withLock { $0.links[link] = (until, role, hidesNames) }
    return link
  }

  /// Exchanges a link for a bearer.
  func enter(_ link: String) throws(Refusal) -> (token: String, bearer: Bearer) {
    let now = now()
    let result = state.withLock { state -> Result<(token: String, bearer: Bearer), Refusal> in
      guard let found = state.links.removeValue(forKey: link), now < found.until else {
        return .failure(Self.wrong(&state, at: now))
      }
      let token = Self.token()
      let bearer = Bearer(role: found.role, hidesNames: found.hidesNames, began: now, used: now)
      state.bearers[token] = bearer
      return .success((token, bearer))
    }
    return try result.get()
  }

  /// The rights of a bearer, which counts as used.
  func bearer(_ token: String) throws(Refusal) -> Bearer {
    let now = now()
    let result = state.withLock { state -> Result<Bearer, Refusal> in
      guard var bearer = state.bearers[token] else { return .failure(Self.wrong(&state, at: now)) }
      guard now - bearer.used < Self.idleLife, now - bearer.began < Self.life else {
        state.bearers[token] = nil
        return .failure(.unknown)
      }
      bearer.used = now
      state.bearers[token] = bearer
      return .success(bearer)
    }
    return try result.get()
  }

  func leave(_ token: String) { state.withLock { $0.bearers[token] = nil } }

  // MARK: - Acts

  /// Counts an act.
  ///
  /// - Returns: the seconds to wait, if it is one too many.
  func countAct(_ token: String) -> Int? {
    let now = now()
    return state.withLock { state in
      guard var bearer = state.bearers[token] else { return nil }
      bearer.acts.removeAll { now - $0 >= .seconds(60) }
      if bearer.acts.count >= Self.actsAMinute, let first = bearer.acts.first {
        return 60 - Int((now - first).components.seconds)
      }
      bearer.acts.append(now)
      state.bearers[token] = bearer
      return nil
    }
  }

  func elevate(_ token: String, _ proof: String) -> Int {
    let until = now() + Self.proofLife
    state.withLock { $0.bearers[token]?.proof = Proof(text: proof, until: until, isFresh: true) }
    return Int(Self.proofLife.components.seconds)
  }

  /// The proof for an act.
  ///
  /// - Parameter isGrave: whether the act needs the passcode every time.
  func proof(_ token: String, isGrave: Bool) -> String? {
    let now = now()
    return state.withLock { state in
      guard let proof = state.bearers[token]?.proof, now < proof.until, proof.isFresh || !isGrave else { return nil }
      if isGrave { state.bearers[token]?.proof = nil } else { state.bearers[token]?.proof?.isFresh = false }
      return proof.text
    }
  }

  /// Forgets every proof, because the passcode has changed.
  func forgetProofs() {
    state.withLock { state in for token in state.bearers.keys { state.bearers[token]?.proof = nil } }
  }

  // MARK: - Tokens

  private static func wrong(_ state: inout State, at now: ContinuousClock.Instant) -> Refusal {
    if let until = state.shutUntil, now < until { return .tooMany(seconds: Int((until - now).components.seconds) + 1) }
    state.wrong.removeAll { now - $0 >= .seconds(60) }
    state.wrong.append(now)
    guard state.wrong.count > wrongAMinute else { return .unknown }
    state.wrong = []
    state.shutUntil = now + shutFor
    return .tooMany(seconds: Int(shutFor.components.seconds))
  }

  /// 256 random bits, in hexadecimal.
  private static func token() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
