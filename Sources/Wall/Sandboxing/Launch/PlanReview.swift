// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// A launch plan that is built and checked like the launcher does, but not launched.
package struct PlanReview: Sendable {
  /// A mounted directory, or a symlink that the launcher creates.
  package struct Place: Sendable {
    package var target: String
    package var isWritable: Bool
    package var isExecutable: Bool
    /// The directory on the host.
    package var source: String?
    package var device: UInt64?
    package var inode: UInt64?
    package var link: String?
  }

  package struct Rule: Sendable {
    package var path: String
    package var isWritable: Bool
    package var isExecutable: Bool
    /// The rights, as text.
    package var rights: [String]
  }

  package let places: [Place]
  package let rules: [Rule]
  package let executablePath: String
  package let arguments: [String]
  /// The reason why the launcher's checks would refuse the plan.
  package let refusal: String?
  let plan: LaunchPlan

  /// - Throws: `LaunchError` as a launch would.
  package init(_ specification: LaunchSpecification) throws(LaunchError) {
    let plan = try PlanBuilder(specification, landlockABI: csandbox_landlock_abi()).build()
    var places: [Place] = []
    for entry in plan.view {
      let status = try entry.descriptor?.status()
      var place = Place(target: entry.target, isWritable: entry.isWritable, isExecutable: entry.isExecutable)
      // The path that the launcher opens again in its own mount namespace.
      place.source = entry.descriptor.flatMap { FileSystem.link(at: "/proc/self/fd/\($0.number)") }
      place.device = status.map { UInt64($0.st_dev) }
      place.inode = status.map { UInt64($0.st_ino) }
      if case .link(let text) = entry.source { place.link = text }
      places.append(place)
    }
    self.places = places
    let reads: LandlockPolicy.Rights = [.execute, .readFile, .readDirectory]
    rules = (plan.landlock?.grants ?? []).map {
      Rule(
        path: $0.path, isWritable: !$0.rights.isSubset(of: reads), isExecutable: $0.rights.contains(.execute),
        rights: $0.rights.words)
    }
    self.plan = plan
    executablePath = plan.executablePath
    arguments = plan.arguments
    refusal = try Self.refusal(of: plan)
  }

  /// Runs the checks that read the plan itself. Those that need descriptors use the host's instead of the launcher's.
  private static func refusal(of plan: LaunchPlan) throws(LaunchError) -> String? {
    let bytes = plan.encoded()
    let memory = unsafe csandbox_sealed_memory(bytes, bytes.count)
    guard memory >= 0 else {
      throw LaunchError(stage: "host", errno: -memory, message: "the plan could not be written")
    }
    let sealed = Descriptor(memory)
    var read = unsafe csandbox_plan()
    var reason: Int32 = 0
    defer { if let bytes = unsafe read.bytes { unsafe munmap(bytes, Int(read.length)) } }
    var result = unsafe csandbox_plan_read(sealed.number, &read, &reason)
    if result == 0 {
      let numbers = plan.listedDescriptors
      unsafe withUnsafeMutableBytes(of: &read.view) { view in
        let entries = unsafe view.bindMemory(to: csandbox_view_entry.self)
        for index in 0..<min(entries.count, plan.view.count) where plan.view[index].descriptor != nil {
          unsafe entries[index].fd = numbers[Int(entries[index].fd) - CSANDBOX_FD_FIRST_LISTED]
        }
      }
      result = unsafe csandbox_plan_check_sources(&read, &reason)
    }
    if result == 0 { return nil }
    return LaunchError(
      csandbox_status(
        kind: UInt32(CSANDBOX_STATUS_FAILED), stage: CSANDBOX_STAGE_PLAN.rawValue, error: -result, value: reason)
    ).message
  }
}
