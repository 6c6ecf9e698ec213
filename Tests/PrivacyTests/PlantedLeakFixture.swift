// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import FamilyManifests
import Foundation
import TestThreads

/// A temporary directory for families with planted leaks, removed at the end.
struct PlantedLeakFixture {
  static let programs: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let places = ([executable] + CommandLine.arguments).map { ($0 as NSString).deletingLastPathComponent }
    return places.first { FileManager.default.isExecutableFile(atPath: $0 + "/sallyport-leak") } ?? "."
  }()

  let directory: String

  /// Checks one family with a planted leak on its own thread, since it takes seconds and would block the shared pool.
  static func check(
    _ leak: String, picture: String = "", buttons: String? = nil, plan: PrivacyCheckPlan = .small
  ) async throws -> PrivacyReport {
    try await onOwnThread {
      try with { fixture in
        let family = try PlantedLeakFamily(
          leak, program: programs + "/sallyport-leak", in: fixture.directory, picture: picture, buttons: buttons)
        return try PrivacyCheck(fixture.checked(family.located), plan: plan).run()
      }
    }
  }

  static func with<Value>(_ body: (PlantedLeakFixture) throws -> Value) throws -> Value {
    let directory = NSTemporaryDirectory() + "/sallyport-zoo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try body(PlantedLeakFixture(directory: directory))
  }

  func checked(_ located: LoadedFamily) -> CheckedFamily {
    CheckedFamily(located, programs: directory + "/programs", launcher: Self.programs + "/sallyport-launch")
  }

}

extension PrivacyCheckPlan {
  /// The smallest plan that still finds the planted leaks.
  static var small: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan(isQuick: true, seed: 7, pairs: nil, width: 2)
    (plan.hostPairs, plan.familyPairs, plan.sealedPairs, plan.timedPairs) = (2, 3, 3, 10)
    plan.sweptNames = 4
    return plan
  }
}
