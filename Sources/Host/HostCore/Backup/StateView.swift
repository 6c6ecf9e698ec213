// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
internal import Foundation
internal import Glibc
import ScreenTimeStore

/// A host for queries that must not change the state: over the state itself, or over a copy if another host runs.
///
/// The copy is in the state directory, which only its owner can read, and is deleted when the view is closed.
package final class StateView {
  package let host: VirtualDriver
  private let copy: String?

  /// Whether the view is a copy, because another host runs. It then shows the state at the time of copying.
  package var isCopy: Bool { copy != nil }

  /// - Throws: the errors of `VirtualDriver.init`, except that of a running host.
  package init(_ configuration: HostConfiguration) throws {
    do {
      host = try VirtualDriver(configuration)
      copy = nil
    } catch let error as StoreError where error.code == .inUse {
      let copy = try Self.directory(in: configuration.stateDirectory)
      do {
        try DeviceStore.copy(configuration.stateDirectory, parts: ["keys"], to: copy)
        host = try VirtualDriver(configuration.viewing(copy))
        self.copy = copy
      } catch {
        try? TreeRemoval.remove(copy)
        throw error
      }
    }
  }

  package func close() {
    try? host.close()
    if let copy { try? TreeRemoval.remove(copy) }
  }

  /// An unused directory for a copy. Deletes the copies of killed processes first, since a copy contains the key.
  private static func directory(in state: String) throws -> String {
    let views = state + "/views"
    try FileManager.default.createDirectory(
      atPath: views, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in try FileManager.default.contentsOfDirectory(atPath: views) {
      let owner = name.split(separator: "-").first.flatMap { pid_t($0) }
      if let owner, kill(owner, 0) == 0 || errno != ESRCH { continue }
      try? TreeRemoval.remove(views + "/" + name)
    }
    return "\(views)/\(getpid())-\(UUID().uuidString)"
  }
}

extension HostConfiguration {
  /// The configuration of the same host over a copy of its state. It starts no programs and does not touch the
  /// installed programs or the control group.
  fileprivate func viewing(_ copy: String) -> HostConfiguration {
    var configuration = self
    configuration.stateDirectory = copy
    configuration.recordingPath = nil
    configuration.outputDirectory = nil
    configuration.controlGroup = nil
    configuration.programs = RecordedPrograms(directory: programsDirectory)
    return configuration
  }
}
