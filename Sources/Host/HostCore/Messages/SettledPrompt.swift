// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// An authorization prompt that closed without an answer, and may still be answered.
struct UnansweredPrompt: Codable, Hashable {
  var number: Int64
  var family: FamilyID
  var member: FamilyMember
  var authenticator: Authenticator
  var closedAt: Timestamp

  /// The time for which it may be answered.
  static let patience: Int64 = 7 * 86_400_000

  func isOver(at now: Timestamp) -> Bool { closedAt.advanced(by: Self.patience) <= now }
}

/// A question that was answered, and how.
struct SettledPrompt: Codable, Hashable {
  var number: Int64
  var isYes: Bool
  var authority: Authority
  var at: Timestamp
}

/// Prompts that are no longer open, as stored.
struct PromptBook: Codable, Hashable {
  /// How many answered prompts to keep, so that a second answer learns who answered first.
  static let kept = 50
  static let mostUnanswered = 50

  private(set) var unanswered: [UnansweredPrompt] = []
  private(set) var settled: [SettledPrompt] = []

  func settled(_ number: Int64) -> SettledPrompt? { settled.first { $0.number == number } }

  /// A later prompt of a family takes the place of its earlier one.
  mutating func add(_ prompt: UnansweredPrompt) {
    unanswered.removeAll { $0.family == prompt.family || $0.isOver(at: prompt.closedAt) }
    unanswered = (unanswered + [prompt]).suffix(Self.mostUnanswered)
  }

  /// - Returns: the prompt that may be answered late, removed from the list.
  mutating func take(_ number: Int64, at now: Timestamp) -> UnansweredPrompt? {
    guard let index = unanswered.firstIndex(where: { $0.number == number && !$0.isOver(at: now) }) else { return nil }
    return unanswered.remove(at: index)
  }

  mutating func add(_ prompt: SettledPrompt) { settled = (settled + [prompt]).suffix(Self.kept) }

  /// A family that was decided on needs no late answer.
  mutating func forget(_ family: FamilyID) { unanswered.removeAll { $0.family == family } }
}
