// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The expected result of an attack, in the terms of the attack table (`sandbox.md#layers`).
///
/// Whatever is expected, an effect on the host makes the attack a success.
public enum Expectation: Sendable {
  /// `refused:` every step must fail with one of these errors.
  case refused(Set<Int32>)
  /// `refused:` like `refused`, with the same error at every step, so that the answers carry no information.
  case uniform(Set<Int32>)
  /// `killed:SIGSYS`.
  case killed
  /// `absent:`, `bounded:`, `harmless:` judged by the host's observation; the check returns the violation.
  case contained(@Sendable (Observation) -> String?)
  /// A control: every step must succeed, so that refusing everything doesn't pass.
  case permitted
  /// `recorded:` prints a measured figure.
  case measured(@Sendable (Observation) -> Measurement)
  /// Accepted as open; the reason is printed.
  case residual(String)

  /// The result of a measured attack.
  public enum Measurement: Sendable {
    /// Limited, with the extent.
    case bounded(String)
    /// A residual risk with its figure.
    case open(String)
    case failed(String)
  }

  // Frequent expectations.
  static let closed = refused([ENOENT, EACCES, EPERM])
  static let denied = refused([EPERM])
  static let unchanged = contained { _ in nil }
}
