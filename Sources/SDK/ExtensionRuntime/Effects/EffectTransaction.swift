// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Savepoints for code that wants to know whether its writes are acceptable: Apple's setters can't throw.
public enum EffectTransaction {
  /// Runs `body`; if one of its writes is a violation, all of its writes are undone and the violation is thrown.
  ///
  /// Inside a callback the rest of the callback goes on as if `body` had not been called. Outside one, the writes of
  /// `body` travel as one commit, which the host applies whole or not at all (C8).
  ///
  /// - Throws: `EffectViolation`, or what `body` throws; both undo its writes.
  public static func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    guard let session = ExtensionSession.current else { return try body() }
    return try session.attempt(body)
  }
}
