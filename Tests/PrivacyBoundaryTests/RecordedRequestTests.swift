// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

/// The recorded form of requests to sealed points.
@Suite struct RecordedRequestTests {
  @Test(arguments: [ExtensionPoint.report, .shieldConfiguration])
  func `a sealed request is recorded as the parameters that its process is sent`(_ point: ExtensionPoint) throws {
    let fixture = try BoundaryFixture()
    let params = MaximalMessages.performs(point)[0]
    let receipt = try fixture.receipt(point == .report ? .reportShown : .shieldShown)
    let request = ApprovedRequest.sealed(
      SealedMessage(
        params, to: point, of: "homework", under: fixture.policy, profile: .standard, consent: nil, receipt: receipt))
    #expect(try JSONDecoder().decode(WireValue.self, from: JSONEncoder().encode(request)) == params.wire)
    #expect(try request.outgoing(as: RequestID(.host, 2), toProcessWith: []).params == params.wire)
  }
}
