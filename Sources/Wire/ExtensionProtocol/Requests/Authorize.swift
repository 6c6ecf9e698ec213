// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `authorize`, which asks the person for approval and waits up to five minutes (A13).
public struct AuthorizeParams: WireConvertible {
  public enum Member: String, WireWord {
    case individual, child
  }

  public var member: Member

  public init(member: Member) { self.member = member }

  public var wire: WireValue { ["member": member.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    member = try reader.required("member")
    try reader.finish()
  }
}

public struct AuthorizeResult: WireConvertible {
  public var authorization: Authorization

  public init(authorization: Authorization) { self.authorization = authorization }

  public var wire: WireValue { ["authorization": authorization.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    authorization = try reader.word("authorization", otherwise: .notDetermined)
    try reader.finish()
  }
}
