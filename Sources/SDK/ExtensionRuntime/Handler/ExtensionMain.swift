// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionTransport
internal import Foundation

/// The entry point of an extension process.
///
/// A class point has a `main.swift` of three lines beside its unchanged Apple-style source:
///
///     import ExtensionRuntime
///
///     ExtensionMain.run(HomeworkMonitor())
public enum ExtensionMain {
  /// Serves `principal` until the host closes the wire; never returns.
  ///
  /// - Parameters:
  ///   - principal: an instance of a subclass of `DeviceActivityMonitor`, `ShieldConfigurationDataSource` or
  ///     `ShieldActionDelegate`.
  ///   - version: the version in the family's manifest.
  public static func run(_ principal: some _ExtensionPrincipal, version: String = "1.0") -> Never {
    run(handler: principal._handler, version: version)
  }

  /// Serves `handler` until the host closes the wire; for the points whose entry is not a principal class.
  package static func run(handler: any ExtensionPointHandler, version: String = "1.0") -> Never {
    guard let wire = ProcessInfo.processInfo.environment["SALLYPORT_WIRE"] else {
      leave(64, "This program is an extension; Sallyport starts it, with SALLYPORT_WIRE naming its descriptors.")
    }
    guard let channel = WireChannel(environment: wire, point: handler.point) else {
      leave(64, "SALLYPORT_WIRE is “\(wire)”; two descriptors such as “3:4” are expected.")
    }
    cextensionshims_declare_assets()
    let session = ExtensionSession(channel: channel, clock: .process, version: version)
    ExtensionSession.install(session)
    session.onEnd { exit(0) }
    session.start(handler)
    // The main thread serves the main queue, so that code of the extension that hops to the main actor arrives. Not by
    // `dispatchMain`: that ends the thread by unwinding its stack, and in a static executable the first unwinding sorts
    // the frame tables of the whole program, some 20 ms of processor time at every launch.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private static func leave(_ status: Int32, _ sentence: String) -> Never {
    // A log that can't be written is no reason to end: `write(_:)` would trap.
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
    exit(status)
  }
}
