// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import Foundation

/// A thread of the session. It is a POSIX thread, because starting a `Foundation.Thread` looks up types in the whole
/// program, which delays the reply to `hello`.
enum SessionThread {
  // View trees of depth 64 need more than Foundation's 512 KiB for secondary threads. The C library's 8 MiB would count
  // against the address space of a small extension.
  private static let stackSize = 4 << 20

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  ///
  /// - Parameter name: at most 15 bytes, shown by `ps -L`.
  static func start(_ name: String, _ run: @escaping @Sendable () -> Void) {
    let error = unsafe cextensionshims_thread_start(
      name, stackSize,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(Body(run)).toOpaque())
    // Without its threads the process can't answer `hello`. The host reports the exit.
    guard error == 0 else { exit(EX_OSERR) }
  }
}
