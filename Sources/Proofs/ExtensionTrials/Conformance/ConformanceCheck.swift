// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One row of the conformance suite (`wire.md#conformance`).
struct ConformanceCheck: Sendable {
  /// The row's anchor in `wire.md`: `CONF-1` … `CONF-15`.
  var id: String
  /// The rule in a few words, as it is printed.
  var title: String
  var run: @Sendable (ConformanceBench) throws -> TrialVerdict

  static let all: [ConformanceCheck] = [
    .start, .versions, .surroundings, .bytes, .lines, .callbacks, .tolerance, .cancelling, .commits, .leaving, .killing,
    .repeating, .capabilities, .oneLine, .twoWorlds,
  ]
}
