// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The members of one record, each read once. Remaining members are refused by name.
struct SampleMembers {
  private var members: [String: SampleLineScanner.Value]

  init(_ members: [String: SampleLineScanner.Value]) { self.members = members }

  func has(_ key: String) -> Bool { members[key] != nil }

  mutating func text(_ key: String) throws(UsageSampleError) -> String {
    guard case .text(let text) = try take(key) else {
      throw UsageSampleError(.wrongType, "“\(key)” is not a string")
    }
    return text
  }

  mutating func integer(_ key: String) throws(UsageSampleError) -> Int64 {
    guard case .integer(let number) = try take(key) else {
      throw UsageSampleError(.wrongType, "“\(key)” is not an integer")
    }
    return number
  }

  /// A time from 1970 to 2200 (`wire.md#lines`). A time outside that range comes from a broken clock.
  mutating func time(_ key: String) throws(UsageSampleError) -> Timestamp {
    let time = try integer(key)
    guard (0...Self.latestTime).contains(time) else {
      throw UsageSampleError(.badTime, "“\(key)” is \(time), which is not between the years 1970 and 2200")
    }
    return Timestamp(milliseconds: time)
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(UsageSampleError) -> Word {
    let text = try text(key)
    guard let word = Word(rawValue: text) else {
      throw UsageSampleError(
        .unknownWord,
        "“\(key)” is “\(text.prefix(24))”; it may be \(Word.allCases.map(\.rawValue).sorted().joined(separator: ", "))")
    }
    return word
  }

  /// The message doesn't quote the value, which may be data that must not be stored.
  mutating func identifier(_ key: String, where isValid: (String) -> Bool) throws(UsageSampleError) -> String {
    let text = try text(key)
    guard isValid(text) else { throw UsageSampleError(.badIdentifier, "“\(key)” is not a canonical identifier") }
    return text
  }

  func finish() throws(UsageSampleError) {
    guard let key = members.keys.min() else { return }
    throw Self.known.contains(key)
      ? UsageSampleError(.forbiddenKey, "“\(key)” doesn't belong to a record of this kind and source")
      : UsageSampleError(.unknownKey, "“\(key.prefix(24))” is not a key of a record")
  }

  private mutating func take(_ key: String) throws(UsageSampleError) -> SampleLineScanner.Value {
    guard let value = members.removeValue(forKey: key) else {
      throw UsageSampleError(.missingKey, "“\(key)” is missing")
    }
    return value
  }

  static let latestTime: Int64 = 7_258_118_400_000
  private static let known: Set<String> = [
    "boot", "end", "id", "kind", "of", "resolution", "source", "start", "stream", "up", "v", "via", "why",
  ]
}
