// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A family's container as its app could see it: names, sizes, modes, links and content. Times are left out, since they
/// are those of the machine that runs the check; that a file was read or written at all shows in the rest.
enum ContainerListing {
  static func entries(of directory: String) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: directory) else { return [] }
    return names.compactMap { $0 as? String }.sorted().compactMap { name in
      let path = directory + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      let content = (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } ?? []
      return "\(name) \(String(status.st_mode, radix: 8)) \(status.st_nlink) \(status.st_size) "
        + String(decoding: content.prefix(4_096), as: UTF8.self)
    }
  }
}
