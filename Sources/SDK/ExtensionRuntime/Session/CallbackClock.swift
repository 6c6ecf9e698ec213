// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims

/// The clock that a callback's code reads with `Date()`, and the random numbers that it draws.
///
/// Random numbers follow from `delivery.seed` while the callback runs; an app's requests have none. The clock is frozen at `delivery.now` while the callback runs, in real and simulated runs, so that the same request
/// produces the same reply and code cannot distinguish a test from a real run.
package struct CallbackClock: Sendable {
  package var freeze: @Sendable (_ milliseconds: Int64) -> Void
  package var release: @Sendable () -> Void
  /// The kernel's time in milliseconds, frozen or not.
  package var kernel: @Sendable () -> Int64
  /// Starts the random numbers of a callback; `nil` makes them the kernel's.
  package var seed: @Sendable (Int64?) -> Void

  package init(
    freeze: @escaping @Sendable (Int64) -> Void, release: @escaping @Sendable () -> Void,
    kernel: @escaping @Sendable () -> Int64, seed: @escaping @Sendable (Int64?) -> Void
  ) {
    self.freeze = freeze
    self.release = release
    self.kernel = kernel
    self.seed = seed
  }

  /// The clock of this process, through the override of `clock_gettime`, and that of Swift's random numbers.
  package static let process = CallbackClock(
    freeze: { cextensionshims_freeze_clock($0) }, release: { cextensionshims_release_clock() },
    kernel: { cextensionshims_kernel_clock() },
    seed: { seed in
      guard let seed else { return cextensionshims_release_random() }
      cextensionshims_seed_random(UInt64(bitPattern: seed))
    })

  /// A clock that does nothing, for sessions inside a test process, where other tests read the time and draw numbers too.
  package static let untouched = CallbackClock(freeze: { _ in }, release: {}, kernel: { 0 }, seed: { _ in })
}
