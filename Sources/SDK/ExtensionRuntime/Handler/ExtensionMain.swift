// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionTransport
internal import Foundation

/// The entry point of an extension process.
///
/// If the extension's main type is a class, put a `main.swift` of three lines beside the unchanged source:
///
///     import ExtensionRuntime
///
///     ExtensionMain.run(HomeworkMonitor())
public enum ExtensionMain {
  /// Serves `principal` until the host closes the connection. Never returns.
  ///
  /// - Parameters:
  ///   - principal: An instance of a subclass of `DeviceActivityMonitor`, `ShieldConfigurationDataSource` or
  ///     `ShieldActionDelegate`.
  ///   - version: The version in the family's manifest.
  public static func run(_ principal: some _ExtensionPrincipal, version: String = "1.0") -> Never {
    run(handler: principal._handler, version: version)
  }

  /// Serves `handler` until the host closes the connection. For extension points whose entry point is not a principal
  /// class.
  package static func run(handler: any ExtensionPointHandler, version: String = "1.0") -> Never {
    guard let wire = ProcessInfo.processInfo.environment["SALLYPORT_WIRE"] else {
      leave(64, "This program is an extension that Sallyport must start; SALLYPORT_WIRE is not set.")
    }
    guard let channel = WireChannel(environment: wire, point: handler.point) else {
      leave(64, "SALLYPORT_WIRE is “\(wire)”; expected two descriptors such as “3:4”.")
    }
    cextensionshims_declare_assets()
    let session = ExtensionSession(channel: channel, clock: .process, version: version)
    ExtensionSession.install(session)
    session.onEnd { exit(0) }
    session.start(handler)
    // Run the main queue on the main thread, so that the extension can use the main actor. `dispatchMain` would end the
    // thread by unwinding its stack. In a static executable the first unwinding sorts the frame tables of the whole
    // program, which takes about 20 ms of processor time at every launch.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private static func leave(_ status: Int32, _ sentence: String) -> Never {
    // Failing to write to the log is not a reason to crash, and `write(_:)` would trap.
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
    exit(status)
  }
}
