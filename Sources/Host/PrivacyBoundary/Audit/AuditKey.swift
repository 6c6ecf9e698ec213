// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// An auditor's private key, with which a report is signed (Ed25519).
package struct AuditKey {
  private let key: Curve25519.Signing.PrivateKey

  /// - Parameter pem: a file as `openssl genpkey -algorithm ed25519` writes it.
  package init(pem: [UInt8]) throws(AuditKeyError) {
    let bytes = try KeyFile.bytes(of: pem, label: "PRIVATE KEY", prefix: KeyFile.privatePrefix)
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
      throw AuditKeyError("it does not hold an Ed25519 key")
    }
    self.key = key
  }

  package var publicKey: AuditPublicKey { AuditPublicKey(bytes: Array(key.publicKey.rawRepresentation)) }

  package func signature(of bytes: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: AuditPublicKey.signed(bytes)))
  }
}

/// The public half of an auditor's key, by which anybody can check a report.
package struct AuditPublicKey: Hashable, Sendable, CustomStringConvertible {
  package static let byteCount = 32
  package static let signatureByteCount = 64

  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter pem: a file as `openssl pkey -pubout` writes it.
  package init(pem: [UInt8]) throws(AuditKeyError) {
    bytes = Array(try KeyFile.bytes(of: pem, label: "PUBLIC KEY", prefix: KeyFile.publicPrefix))
  }

  /// - Parameter hexadecimal: 64 lower-case digits.
  package init?(hexadecimal: some StringProtocol) {
    guard let bytes = hexadecimalBytes(hexadecimal), bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  package var description: String { hexadecimalText(bytes) }

  package func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else { return false }
    return key.isValidSignature(signature, for: Self.signed(bytes))
  }

  /// Begins with the purpose, so that a signature of anything else can't be passed off as one of a report.
  fileprivate static func signed(_ bytes: [UInt8]) -> Data { Data("sallyport/audit/1\n".utf8) + Data(bytes) }
}

/// The reason why a file is not a key. Completes "*file*: …".
package struct AuditKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// PEM files of Ed25519 keys. All have the same length and the same first bytes (RFC 8410), so no DER parser is needed.
private enum KeyFile {
  static let privatePrefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  static let publicPrefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

  static func bytes(of pem: [UInt8], label: String, prefix: [UInt8]) throws(AuditKeyError) -> Data {
    let lines = String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    guard lines.first == "-----BEGIN \(label)-----", lines.last == "-----END \(label)-----" else {
      throw AuditKeyError("it is not a PEM file with the label “\(label)”")
    }
    guard let der = Data(base64Encoded: lines.dropFirst().dropLast().joined()),
      der.count == prefix.count + AuditPublicKey.byteCount, der.starts(with: prefix)
    else { throw AuditKeyError("it does not hold an Ed25519 key") }
    return der.suffix(AuditPublicKey.byteCount)
  }
}
