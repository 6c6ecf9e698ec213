// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// A simulated leak of the host: changes what the host sends to its programs, as a host with that fault would. This
/// tests the checker without building another host.
package enum HostFault: String, CaseIterable, Sendable {
  case useInCallback
  case chanceInSeed
  case nameInRequest
  case tokensByItem
  case deliveriesOfAll

  /// - Parameters:
  ///   - sent: lines sent so far, to all programs.
  ///   - use: the use of all items so far, in milliseconds.
  func applied(to value: WireValue, in world: World, sent: Int, use: () -> Int64) -> WireValue {
    guard case .object(var line) = value, line["method"] == "perform", case .object(var params)? = line["params"] else {
      return self == .tokensByItem ? Self.reversed(value) : value
    }
    var delivery: WireObject = if case .object(let object)? = params["delivery"] { object } else { WireObject() }
    switch self {
    case .useInCallback: delivery["seed"] = .integer(use())
    case .chanceInSeed: delivery["seed"] = .integer(.random(in: 0...0xFFFF_FFFF))
    case .nameInRequest: params["note"] = .string(world.names[.private0] ?? "")
    case .tokensByItem: return Self.reversed(value)
    case .deliveriesOfAll: delivery["sequence"] = .integer(Int64(sent))
    }
    params["delivery"] = .object(delivery)
    line["params"] = .object(params)
    return .object(line)
  }

  /// Reverses every list of tokens.
  private static func reversed(_ value: WireValue) -> WireValue {
    switch value {
    case .array(let elements):
      let isTokens = elements.allSatisfy { if case .string(let text) = $0 { WireToken(text) != nil } else { false } }
      return isTokens ? .array(elements.reversed()) : .array(elements.map(reversed))
    case .object(let object):
      var result = WireObject()
      for member in object.members { result[member.name] = reversed(member.value) }
      return .object(result)
    case .null, .bool, .integer, .string: return value
    }
  }
}
