// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import HTTPTypes
import Hummingbird
import Pages

/// The calls for lists: items, a window, the ledger.
extension ConsoleAPI {
  /// The items of the device, or those whose name or id contains a text.
  func items(_ request: Request, _ rights: Sessions.Bearer) async throws -> Response {
    let text = try parameter("text", of: request) ?? ""
    try requireNames(rights)
    let answer = try value(await host.call("items", ["text": .string(text)]))
    guard isHTML(request) else { return model(answer) }
    guard case .object(let members) = answer, case .array(let items)? = members["items"] else { throw Refusal.hostGone }
    let rows = items.compactMap { item -> [Page.Cell]? in
      guard case .object(let item) = item, case .string(let id)? = item["id"], case .string(let kind)? = item["kind"],
        case .string(let name)? = item["name"]
      else { return nil }
      return [Page.Cell(.name(name)), Page.Cell(.name(id)), Page.Cell(.name(kind))]
    }
    return drawn(
      Page.Section(
        "Items", text: rows.isEmpty ? ["No item has this name."] : [],
        table: rows.isEmpty
          ? nil : Page.Table("Items of this device", columns: ["Name", "ID", "Kind"], rows: rows)))
  }

  /// The open window of a family's app: its tree and its controls, or the part of the family's page that draws it.
  func window(_ request: Request, _ rights: Sessions.Bearer) async throws -> Response {
    guard let family = try parameter("family", of: request) else {
      throw Refusal(422, "schema", "“family” is the name of a family.", pointer: "/family")
    }
    try requireNames(rights)
    let answer = try value(await host.call("window", ["family": .string(family)]))
    guard isHTML(request) else { return model(answer) }
    guard let address = PageAddress(.family, family) else { throw Refusal(404, "notFound", "There is no such family.") }
    let page = try await page(address, hidesNames: false)
    // It may have closed between the two calls.
    guard let section = page.sections.first(where: { $0.picture != nil }) else {
      throw Refusal(404, "notFound", "The app shows no window.")
    }
    return drawn(section)
  }

  /// The ledger of some days as NDJSON, the last day included. An export is an entry of the ledger.
  func export(from first: String, to last: String) async throws -> Response {
    let answer = try value(await host.call("export", ["from": .string(first), "to": .string(last)]))
    guard case .object(let members) = answer, case .array(let lines)? = members["lines"] else { throw Refusal.hostGone }
    var text = ""
    for case .string(let line) in lines { text += line + "\n" }
    return Response(.ok, "application/x-ndjson", Array(text.utf8))
  }

  // MARK: - Requests

  /// The one parameter that a call has.
  private func parameter(_ name: String, of request: Request) throws(Refusal) -> String? {
    var found: String?
    for (key, value) in request.uri.queryParameters {
      guard key == name, found == nil else {
        throw Refusal(422, "schema", "“\(key)” is not a parameter of this call, or is there twice.", pointer: "/\(key)")
      }
      found = String(value)
    }
    guard (found?.utf8.count ?? 0) <= 512 else {
      throw Refusal(422, "schema", "“\(name)” is longer than 512 bytes.", pointer: "/\(name)")
    }
    return found
  }

  /// A link without names numbers items, and these calls have nothing but names.
  private func requireNames(_ rights: Sessions.Bearer) throws(Refusal) {
    guard !rights.hidesNames else { throw Refusal(403, "role.readOnly", "This link shows no names.") }
  }

  // MARK: - Answers

  func isHTML(_ request: Request) -> Bool { request.headers[.accept] == "text/html" }

  private func model(_ value: WireValue) -> Response { Response(.ok, "application/json", Self.long.encode(value)) }

  private func drawn(_ section: Page.Section) -> Response {
    Response(.ok, "text/html; charset=utf-8", Array(PageTemplate(.console).html(of: section).utf8))
  }

  /// For answers of the host, which are longer than requests.
  static var long: JSONCodec {
    JSONCodec(limits: LineLimits(lineBytes: 4 << 20, depth: 64, elementsPerArray: 65_536, valuesPerLine: 524_288))
  }
}
