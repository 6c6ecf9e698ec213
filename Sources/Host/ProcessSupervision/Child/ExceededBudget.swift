// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ScreenTimeVocabulary

/// A budget that the host enforces itself, exceeded by a process that it therefore ended.
public struct ExceededBudget: Hashable, Sendable {
  public var limit: ReasonCode.Limit
  /// How much of what was used, as a clause. At sealed points it has no measurement.
  public var fact: String

  public init(_ limit: ReasonCode.Limit, fact: String) {
    self.limit = limit
    self.fact = fact
  }
}
