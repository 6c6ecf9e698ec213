// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
package import ScreenTimeRules

/// A command's connection to a running host.
package final class HostClient {
  /// The result of an act.
  package enum Outcome: Hashable, Sendable {
    case done
    /// It is so already, for the reason that the sentence gives.
    case already(String)
    /// It opens something and takes effect later, as the sentence says.
    case waiting(String)
  }

  /// The time that a command waits for the host, in seconds.
  private static let patience = 30

  private let descriptor: CInt
  private let codec = JSONCodec(
    limits: LineLimits(
      lineBytes: HostConnection.maximumOutput, depth: 64, elementsPerArray: 65_536, valuesPerLine: 524_288))
  private var received: [UInt8] = []
  private var lastCall: Int64 = 0

  /// Connects to the host that runs over a state.
  ///
  /// - Returns: `nil` if none runs.
  package init?(state: String) {
    guard let address = try? HostSocketAddress(state: state) else { return nil }
    defer { address.close() }
    descriptor = HostSocketAddress.socket(isBlocking: true)
    guard descriptor >= 0 else { return nil }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    // Another account's host at this place is not the person's. `deinit` closes the connection.
    guard address.with({ connect(descriptor, $0, $1) }) == 0, HostConnection.peer(of: descriptor) == geteuid() else {
      return nil
    }
  }

  deinit { close(descriptor) }

  // MARK: - Calls

  package func openPrompts() throws(HostError) -> [OpenPromptFacts] {
    try read(call(.requests)) { reader throws(WireError) in try reader.list("prompts", atMost: 65_536) }
  }

  package func window(of family: FamilyID) throws(HostError) -> (tree: Int64, controls: [AppWindow.Control]) {
    try read(call(.window(family))) { reader throws(WireError) in
      (try reader.required("tree"), try reader.list("controls", atMost: 65_536))
    }
  }

  /// The ledger, one JSON object per line; the export is entered in it.
  package func ledger(of family: FamilyID?, from first: String?, to last: String?) throws(HostError) -> [String] {
    try read(call(.export(family, from: first, to: last))) { reader throws(WireError) in
      try reader.list("lines", atMost: 65_536)
    }
  }

  package func act(_ order: PersonOrder, proof: String? = nil) throws(HostError) -> Outcome {
    try read(call(.act(order, proof: proof))) { reader throws(WireError) in
      switch try reader.required("outcome", as: String.self) {
      case "already": return .already(try reader.required("says"))
      case "waiting": return .waiting(try reader.required("says"))
      default: return .done
      }
    }
  }

  private func read<Value>(
    _ result: WireValue, _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(HostError) -> Value {
    do throws(WireError) {
      // A host may be newer: what this build does not know is left out.
      var reader = try WireReader(result, at: "", from: .host)
      return try body(&reader)
    } catch {
      throw HostError(.failed, "The host that runs is of another build: its answer\(error.pointer) \(error.reason).")
    }
  }

  private func call(_ call: HostCall) throws(HostError) -> WireValue {
    lastCall += 1
    var line = codec.encode(call.wire(id: lastCall)) + [0x0A]
    while !line.isEmpty {
      let count = send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
      guard count > 0 else { throw Self.gone }
      line.removeFirst(count)
    }
    let answer = try receive()
    guard case .object(let members) = answer else { throw Self.gone }
    if case .object(let error)? = members["error"], case .string(let says)? = error["says"] {
      // A refused call may succeed later; any other error is a fault of the call.
      let refusal: HostError.Refusal? =
        if case .string(let word)? = error["code"] { .init(rawValue: word) } else { nil }
      throw HostError(error["code"] == "refused" || refusal != nil ? .failed : .usage, says, as: refusal)
    }
    guard let result = members["ok"] else { throw Self.gone }
    return result
  }

  private func receive() throws(HostError) -> WireValue {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        do throws(LineViolation) { return try codec.decode(line) } catch { throw Self.gone }
      }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      guard count > 0, received.count < HostConnection.maximumOutput else { throw Self.gone }
      received += buffer[..<count]
    }
  }

  private static let gone = HostError(
    .failed, "The host ended before it answered; `sallyport state` shows whether the act was taken.")
}
