// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@testable import HostCore
@testable import ProcessSupervision

/// How long the processes of each point run.
@Suite struct IdleTimeTests {
  @Test func `an idle process ends after ten seconds, at a sealed point after ten minutes, and an open app never`()
    throws
  {
    let scratch = Scratch()
    var configuration = try PlayedLife(
      requests: ["reports"], points: ["shieldConfiguration", "shieldAction", "report"]
    ).bench.driver.configuration
    configuration.stateDirectory = scratch.path + "/state"
    let hosted = try HostedDevice(configuration) { _ in }
    var seen: Set<ExtensionPoint> = []
    for lane in hosted.lanes {
      let own = lane.supervised.configuration
      let isApp = own.point == .app
      #expect(own.idleStopMs == (isApp ? nil : own.point.isSealed ? 600_000 : 10_000), "\(own.point)")
      #expect(own.lifetimeMs == (isApp ? .max : 3_600_000) && own.callbacksPerProcess == (isApp ? .max : 256))
      seen.insert(own.point)
    }
    #expect(seen.isSuperset(of: [.app, .monitor, .shieldAction, .shieldConfiguration, .report]))
  }
}
