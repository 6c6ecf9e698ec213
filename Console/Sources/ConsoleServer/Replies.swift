// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Pages

/// The purpose of a request.
enum Target {
  case shell, script, style, session, events, elevate, passcode, links, acts, items, window, export, schema
  case page(PageAddress)

  init(_ request: Request) throws(Refusal) {
    let path = request.uri.path
    let shell = Shell.paths
    switch path {
    case "/": self = .shell
    case shell.script: self = .script
    case shell.style: self = .style
    case "/session": self = .session
    case "/api/1/events": self = .events
    case "/api/1/elevate": self = .elevate
    case "/api/1/passcode": self = .passcode
    case "/api/1/links": self = .links
    case "/api/1/acts": self = .acts
    case "/api/1/items": self = .items
    case "/api/1/window": self = .window
    case "/api/1/export": self = .export
    case "/api/1/schema": self = .schema
    default:
      if PageAddress(path: path) != nil {
        self = .shell
      } else if path.hasPrefix("/api/1/"), let address = PageAddress(path: String(path.dropFirst("/api/1".count))) {
        self = .page(address)
      } else {
        throw Refusal(404, "notFound", "There is nothing at this address.")
      }
    }
  }

  var methods: [HTTPRequest.Method] {
    switch self {
    case .shell, .script, .style, .events, .page, .items, .window, .schema: [.get]
    case .session: [.post, .delete]
    case .elevate, .passcode, .links, .acts, .export: [.post]
    }
  }
}

extension Shell {
  /// Computed once, since every request asks.
  static let paths: (script: String, style: String) = {
    let shell = Shell()
    return (shell.scriptPath, shell.stylePath)
  }()
}

/// A refused request.
struct Refusal: Error {
  var status: Int
  var body: ErrorBody

  init(_ status: Int, _ code: String, _ says: String, pointer: String? = nil, retryAfter: Int? = nil) {
    self.status = status
    body = ErrorBody(code: code, says: says, pointer: pointer, retryAfterSeconds: retryAfter)
  }

  init(_ refusal: Sessions.Refusal) {
    switch refusal {
    case .unknown: self = .noSession
    case .tooMany(let seconds):
      self.init(429, "tooMany", "Too many wrong links; wait.", retryAfter: seconds)
    }
  }

  static let noSession = Refusal(401, "session.unknown", "Run “sallyport console” and open its link.")
  static let hostGone = Refusal(502, "host.gone", "No host is running; start one with “sallyport run --live”.")

  static func status(ofHost code: String) -> Int {
    switch code {
    case "schema": 422
    case "notFound": 404
    case "guardian.needed", "guardian.locked": 403
    case "request.malformed": 400
    default: 409
    }
  }

  var response: Response { Response(.init(code: status), json: body.json) }
}

extension Response {
  init(_ status: HTTPResponse.Status, _ type: String, _ bytes: [UInt8]) {
    self.init(status: status, headers: Self.fields(type), body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  init(_ status: HTTPResponse.Status, json: String) { self.init(status, "application/json", Array(json.utf8)) }

  /// The reply with the number of the last change that it contains, from which its page follows the changes.
  func after(_ number: Int64) -> Response {
    var copy = self
    copy.headers[.change] = "\(number)"
    return copy
  }

  static func fields(_ type: String) -> HTTPFields {
    var fields = HTTPFields()
    fields[.contentType] = type
    for (name, value) in Security.fields { if let name = HTTPField.Name(name) { fields[name] = value } }
    return fields
  }
}

extension HTTPField.Name {
  // Both names are valid, so the fallbacks are never used.
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  static let change = HTTPField.Name("Sallyport-Change") ?? .eTag
}
