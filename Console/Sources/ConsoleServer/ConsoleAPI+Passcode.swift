// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Hummingbird

/// The calls with a passcode, which no act contains.
extension ConsoleAPI {
  /// A change of the passcode. Each one needs the current passcode or the recovery code, or waits; an earlier proof is not
  /// enough.
  private enum PasscodeChange: String {
    case set, change, recover, replace, remove

    /// The lines that the command reads.
    var members: [String] {
      switch self {
      case .set: ["new"]
      case .change: ["passcode", "new"]
      case .recover: ["code", "new"]
      case .replace: ["new"]
      case .remove: ["passcode"]
      }
    }

    var command: [String] { self == .replace ? ["recover", "--without-code"] : [rawValue] }
    var printsCode: Bool { self == .set || self == .recover || self == .replace }
    var outcome: String { self == .replace ? "waiting" : "done" }
  }

  private func passcodeChange(_ object: WireObject) throws(Refusal) -> (PasscodeChange, lines: [String]) {
    var word = "set"
    if let value = object["which"] {
      guard case .string(let text) = value else {
        throw Refusal(422, "schema", "“which” is a text.", pointer: "/which")
      }
      word = text
    }
    guard let change = PasscodeChange(rawValue: word) else {
      throw Refusal(422, "schema", "“which” is set, change, recover, replace or remove.", pointer: "/which")
    }
    let lines = try texts(object, change.members, beside: ["which"])
    for (name, line) in zip(change.members, lines) where line.contains("\n") {
      throw Refusal(422, "schema", "A passcode is one line.", pointer: "/\(name)")
    }
    return (change, lines)
  }

  func changePasscode(
    _ order: WireObject, _ rights: Sessions.Bearer, _ token: String
  ) async throws -> Response {
    let (change, lines) = try passcodeChange(order)
    try requirePerson(rights)
    try countAct(token)
    let outcome = await passcodes.run(change.command, lines)
    // A proof of the passcode that was would count as a wrong try.
    if case .printed = outcome, change != .replace { sessions.forgetProofs() }
    return try says(outcome, of: change)
  }

  func elevate(_ token: String, _ passcode: String) async throws -> Response {
    guard !passcode.contains("\n") else {
      throw Refusal(422, "schema", "A passcode is one line.", pointer: "/passcode")
    }
    switch await passcodes.run(["prove"], [passcode]) {
    case .busy: throw Refusal(409, "busy", "Other passcodes are being checked; try again.")
    case .failed(let says): throw Refusal(403, "guardian.needed", says)
    case .printed(let proof):
      _ = try value(await host.call("prove", ["proof": .string(proof)]))
      return Response(.ok, json: "{\"until\":\(sessions.elevate(token, proof))}")
    }
  }

  private func says(_ outcome: PasscodeHelper.Outcome, of change: PasscodeChange) throws(Refusal) -> Response {
    switch outcome {
    case .busy: throw Refusal(409, "busy", "Other passcodes are being checked; try again.")
    case .failed(let says): throw Refusal(409, "refused", says)
    case .printed(let text):
      let printed = change.printsCode ? ",\"recovery\":\(ErrorBody.quoted(text))" : ""
      return Response(.ok, json: "{\"outcome\":\"\(change.outcome)\"\(printed)}")
    }
  }
}
