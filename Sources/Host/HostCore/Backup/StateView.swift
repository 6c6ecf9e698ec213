// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
internal import Foundation
internal import Glibc
import ScreenTimeStore

/// A host to ask and not to change: over the state itself, or over a copy of the moment while another host runs.
///
/// The copy lies in the state directory, which is its owner's alone, and goes when the view is closed.
package final class StateView {
  package let host: VirtualDriver
  private let copy: String?

  /// Whether a host runs, and this is what its state was a moment ago.
  package var isCopy: Bool { copy != nil }

  /// - Throws: as `VirtualDriver` does, but for a host that runs.
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

  /// A name that nobody has, once what killed processes left is gone: a copy holds the key.
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
  /// The same host over a copy of its state: it starts nothing, and touches neither programs nor control groups.
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
