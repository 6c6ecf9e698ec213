// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims

/// The clock that the code of a callback reads with `Date()`.
///
/// It stands still at `delivery.now` while the callback runs, in a live run as in a simulated one: the same request
/// gives the same answer, and a test can't be told from a real run.
package struct CallbackClock: Sendable {
  package var freeze: @Sendable (_ milliseconds: Int64) -> Void
  package var release: @Sendable () -> Void
  /// The kernel's time in ms, frozen or not.
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

  /// Changes nothing: for sessions inside a test process, whose other tests read the time too.
  package static let untouched = CallbackClock(freeze: { _ in }, release: {}, kernel: { 0 })
}
