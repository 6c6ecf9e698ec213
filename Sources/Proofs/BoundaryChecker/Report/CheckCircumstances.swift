// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import Glibc
internal import HostCore

/// When, with what and on what kind of machine a check ran. Contains nothing that identifies the machine.
package struct CheckCircumstances: Hashable, Sendable {
  package let date: Date
  /// The version of Sallyport.
  package let version: String
  /// The kernel's name and release, such as `Linux 6.12`.
  package let kernel: String
  /// Architecture, number of processors and memory.
  package let machine: String

  package init(date: Date, version: String, kernel: String, machine: String) {
    self.date = date
    self.version = version
    self.kernel = kernel
    self.machine = machine
  }

  package static func now() -> Self {
    var names = utsname()
    uname(&names)
    let architecture = withUnsafeBytes(of: names.machine) { text($0) }
    let release = withUnsafeBytes(of: names.release) { text($0) }
    let info = ProcessInfo.processInfo
    let gibibytes = (Double(info.physicalMemory) / Double(1 << 30)).rounded()
    let processors = info.activeProcessorCount
    return Self(
      date: Date(), version: HostVersion.current, kernel: "Linux \(release)",
      machine: "\(architecture), \(processors) \(processors == 1 ? "processor" : "processors"), \(Int(gibibytes)) GiB")
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The date in UTC, such as `2026-11-20T18:15:00Z`.
  package var day: String { date.formatted(.iso8601) }
}
