// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What has to become of an attack, in the words of the attack table (`sandbox.md#layers`).
///
/// Whatever is expected, an effect on the host's side makes the attack a success.
public enum Expectation: Sendable {
  /// `refused:` every step got one of these errors.
  case refused(Set<Int32>)
  /// `refused:` and with the same error at every step, so that the answers tell nothing.
  case uniform(Set<Int32>)
  /// `killed:SIGSYS`.
  case killed
  /// `absent:`, `bounded:`, `harmless:` what the host saw decides; the check names what is wrong.
  case contained(@Sendable (Observation) -> String?)
  /// A control: every step has to succeed, or "all refused" would pass vacuously.
  case permitted
  /// `recorded:` a figure is printed, whatever it is.
  case measured(@Sendable (Observation) -> Measurement)
  /// Open on purpose; the reason is printed (section 16).
  case residual(String)

  /// What a measured attack came to.
  public enum Measurement: Sendable {
    /// Bounded, and how far it came.
    case bounded(String)
    /// A residual with its figure.
    case open(String)
    case failed(String)
  }

  /// The words of outcomes that occur often.
  static let closed = refused([ENOENT, EACCES, EPERM])
  static let denied = refused([EPERM])
  static let unchanged = contained { _ in nil }
}
