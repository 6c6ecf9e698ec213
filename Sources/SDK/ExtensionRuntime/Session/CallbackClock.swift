// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims

/// The clock that a callback's code reads with `Date()`.
///
/// It is frozen at `delivery.now` while the callback runs, in real and simulated runs, so that the same request
/// produces the same reply and code cannot distinguish a test from a real run.
package struct CallbackClock: Sendable {
  package var freeze: @Sendable (_ milliseconds: Int64) -> Void
  package var release: @Sendable () -> Void
  /// The kernel's time in milliseconds, frozen or not.
  package var kernel: @Sendable () -> Int64

  package init(
    freeze: @escaping @Sendable (Int64) -> Void, release: @escaping @Sendable () -> Void,
    kernel: @escaping @Sendable () -> Int64
  ) {
    self.freeze = freeze
    self.release = release
    self.kernel = kernel
  }

  /// The clock of this process, through the override of `clock_gettime`.
  package static let process = CallbackClock(
    freeze: { cextensionshims_freeze_clock($0) }, release: { cextensionshims_release_clock() },
    kernel: { cextensionshims_kernel_clock() })

  /// A clock that does nothing, for sessions inside a test process, where other tests read the time too.
  package static let untouched = CallbackClock(freeze: { _ in }, release: {}, kernel: { 0 })
}
