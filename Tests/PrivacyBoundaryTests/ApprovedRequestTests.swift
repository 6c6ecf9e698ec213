// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import PrivacyBoundary

/// Requests that need a process without knowledge of the person, and their recorded form.
@Suite struct ApprovedRequestTests {
  private static func request(_ body: WireValue) -> ApprovedRequest {
    .open(EncodedRequest(form: .call(.perform), point: .widget, body: body))
  }

  @Test func `descriptions, placeholders and the questions of a filter need a bare process (WIDGET-W25, FOCUS-F4)`() {
    let bare: Set<String> = [
      "widget.describe", "widget.placeholder", "widget.options", "focus.describe", "focus.suggest", "focus.options",
      "focus.resolve",
    ]
    let names =
      WidgetCallback.Name.allCases.map(\.rawValue) + FocusCallback.Name.allCases.map(\.rawValue)
      + ["intervalDidStart", "activate", "", "describe"]
    #expect(bare.isSubset(of: names))
    for name in names {
      let request = Self.request(["callback": .string(name), "other": 1])
      #expect(request.needsBareProcess == bare.contains(name), "\(name)")
    }
    for body in [[:], ["callback": 1], ["callback": ["focus.resolve"]], "focus.resolve", ["other": "focus.resolve"]]
      as [WireValue]
    {
      #expect(!Self.request(body).needsBareProcess)
    }
  }

  @Test func `an open request is recorded and sent as its body`() throws {
    let body: WireValue = ["callback": "describe", "list": [1, "two", [:]]]
    let request = Self.request(body)
    #expect(try JSONDecoder().decode(WireValue.self, from: JSONEncoder().encode(request)) == body)
    #expect(try request.outgoing(as: RequestID(.host, 1), toProcessWith: ["a difference"]).params == body)
  }
}
