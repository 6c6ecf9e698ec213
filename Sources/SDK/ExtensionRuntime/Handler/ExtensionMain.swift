// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionProtocol
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
  /// The object is created on this thread while the session already answers `hello`. No callback begins before its
  /// initializer has returned.
  ///
  /// - Parameters:
  ///   - principal: An instance of a subclass of `DeviceActivityMonitor`, `ShieldConfigurationDataSource` or
  ///     `ShieldActionDelegate`.
  ///   - version: The version in the family's manifest.
  public static func run<Principal: _ExtensionPrincipal>(
    _ principal: @autoclosure () -> Principal, version: String = "1.0"
  ) -> Never {
    let served = ServedHandler(at: Principal._point)
    let session = session(for: served.point, version)
    session.start(served)
    let handler = principal()._handler
    // Only now do stores have a session: what an initializer writes belongs to no callback.
    ExtensionSession.install(session)
    served.supply(handler)
    runMainQueue()
  }

  /// Serves `handler` until the host closes the connection. For extension points whose entry point is not a principal
  /// class.
  package static func run(handler: any ExtensionPointHandler, version: String = "1.0") -> Never {
    let session = session(for: handler.point, version)
    ExtensionSession.install(session)
    session.start(handler)
    runMainQueue()
  }

  private static func session(for point: ExtensionPoint, _ version: String) -> ExtensionSession {
    // `ProcessInfo.environment` would build a dictionary of all variables.
    guard let variable = unsafe getenv("SALLYPORT_WIRE") else {
      leave(64, "This program is an extension that Sallyport must start; SALLYPORT_WIRE is not set.")
    }
    let wire = unsafe String(cString: variable)
    guard let channel = WireChannel(environment: wire, point: point) else {
      leave(64, "SALLYPORT_WIRE is “\(wire)”; expected two descriptors such as “3:4”.")
    }
    cextensionshims_declare_assets()
    let session = ExtensionSession(channel: channel, clock: .process, version: version)
    session.onEnd { exit(0) }
    return session
  }

  /// Runs the main queue on the main thread, so that the extension can use the main actor. `dispatchMain` would end the
  /// thread by unwinding its stack. In a static executable the first unwinding sorts the frame tables of the whole
  /// program, which takes about 20 ms of processor time at every launch.
  private static func runMainQueue() -> Never {
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private static func leave(_ status: Int32, _ sentence: String) -> Never {
    // Failing to write to the log is not a reason to crash, and `write(_:)` would trap.
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
    exit(status)
  }
}
