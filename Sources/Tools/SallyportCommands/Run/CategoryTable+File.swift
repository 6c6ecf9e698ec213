// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import HostCore
import UsageSources

extension CategoryTable {
  private static let mostBytes = 16 << 20

  /// A table with the web classes of a file, if there is one.
  ///
  /// - Throws: `UsageImportError` or `HostError` that names the file.
  init(webClasses path: String?, desktopFiles: DesktopFiles = DesktopFiles()) throws {
    self.init(desktopFiles: desktopFiles)
    guard let path else { return }
    let file: RegularFile
    do { file = try RegularFile(path: path, mostBytes: Self.mostBytes) } catch {
      throw HostError(.invalidInput, "\(path): \(error)")
    }
    try UsageImportError.naming(path) { () throws(UsageImportError) in try addWebClasses(Data(file.bytes)) }
  }
}
