// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

protocol PlanRepository: Sendable {
  associatedtype Failure: Error
  func plan(named name: String) throws -> Plan?
  func save(_ plan: Plan) throws
}

struct FilePlanRepository: PlanRepository {
  typealias Failure = PlanError
  private static let group = "group.com.example.strict"
  private let manager = FileManager.default

  private func folder() throws(PlanError) -> URL {
    guard let root = manager.containerURL(forSecurityApplicationGroupIdentifier: Self.group) else {
      throw .missingContainer
    }
    return root.appending(path: "Library/Application Support/Plans", directoryHint: .isDirectory)
  }

  func plan(named name: String) throws -> Plan? {
    let file = try folder().appending(component: "\(name).json")
    guard manager.fileExists(atPath: file.path(percentEncoded: false)) else { return nil }
    let values = try file.resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey])
    guard (values.fileSize ?? 0) > 0 else { return nil }
    return try JSONDecoder().decode(Plan.self, from: Data(contentsOf: file, options: .mappedIfSafe))
  }

  func save(_ plan: Plan) throws {
    let folder = try folder()
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let data = try JSONEncoder().encode(plan)
    var error: NSError?
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(
      writingItemAt: folder.appending(component: "\(plan.id).json"), options: .forReplacing, error: &error
    ) { url in
      try? data.write(to: url, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
    }
    if let error { throw error }
  }
}
