// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// The console of one person: an HTTP server on 127.0.0.1 that turns requests into calls on the host's socket.
package struct ConsoleServer: Sendable {
  package struct Options: Sendable {
    package var state: String
    /// The path of `sallyport`.
    package var sallyport: String
    package var port: Int
    package var isReadOnly: Bool
    package var hidesNames: Bool

    package init(state: String, sallyport: String, port: Int = 0, isReadOnly: Bool = false, hidesNames: Bool = false) {
      self.state = state
      self.sallyport = sallyport
      self.port = port
      self.isReadOnly = isReadOnly
      self.hidesNames = hidesNames
    }
  }

  private let options: Options
  let sessions: Sessions
  let gate: Gate
  let board = ChangeBoard()

  package init(_ options: Options) { self.init(options, gate: Gate()) }

  init(_ options: Options, gate: Gate, sessions: Sessions = Sessions()) {
    self.options = options
    self.gate = gate
    self.sessions = sessions
  }

  /// Serves until the task is cancelled or a signal ends it.
  ///
  /// - Parameter onLink: called once with the first link.
  package func run(onLink: @escaping @Sendable (String) -> Void) async throws {
    let host = HostLink(state: options.state)
    let port = PortNumber()
    let api = ConsoleAPI(
      host: host, sessions: sessions, board: board,
      passcodes: PasscodeHelper(program: options.sallyport, state: options.state), gate: gate, port: { port.number })
    let (board, gate, sessions, options) = (board, gate, sessions, options)
    host.watch { board.change(isHostThere: $0) }
    // Nothing is logged: a log of addresses would name items.
    let silent = Logger(label: "console") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: CallbackResponder { (request: Request, _: BasicRequestContext) in await api.respond(to: request) },
      server: HTTPServerBuilder { responder in GuardedChannel(responder, gate) },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: options.port)),
      onServerRunning: { channel in
        port.set(channel.localAddress?.port ?? 0)
        let link = sessions.makeLink(options.isReadOnly ? .reader : .person, hidesNames: options.hidesNames)
        onLink("http://127.0.0.1:\(port.number)/#t=\(link)")
      }, logger: silent)
    try await application.runService()
  }
}

/// The port, which is known once the server listens.
private final class PortNumber: Sendable {
  private let value = Mutex(0)

  var number: Int { value.withLock(\.self) }

  func set(_ number: Int) { value.withLock { $0 = number } }
}
