// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The fields of every reply.
enum Security {
  static let fields: [(String, String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
        + "trusted-types sallyport"
    ),
  ]
}

/// `{"error":{"code":…,"says":…}}`.
struct ErrorBody {
  var code: String
  var says: String
  var pointer: String?
  var retryAfterSeconds: Int?

  var json: String {
    var members = ["\"code\":\(Self.quoted(code))"]
    if let pointer { members.append("\"pointer\":\(Self.quoted(pointer))") }
    if let retryAfterSeconds { members.append("\"retryAfterS\":\(retryAfterSeconds)") }
    members.append("\"says\":\(Self.quoted(says))")
    return "{\"error\":{\(members.joined(separator: ","))}}"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
