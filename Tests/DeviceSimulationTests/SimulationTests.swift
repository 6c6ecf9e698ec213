// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceSimulation

@Suite struct SimulationTests {
}
