// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A savepoint for writes whose failure the code must handle, because Apple's setters can't throw.
public enum EffectTransaction {
  /// Runs `body`. If one of its writes is a violation, all of its writes are undone and the violation is thrown.
  ///
  /// Within a callback, the callback then continues as if `body` had not been called. Outside a callback, the writes of
  /// `body` are one commit, which the host applies completely or not at all.
  ///
  /// - Throws: `EffectViolation`, or the error that `body` throws. Both undo its writes.
  public static func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    guard let session = ExtensionSession.current else { return try body() }
    return try session.attempt(body)
  }
}
