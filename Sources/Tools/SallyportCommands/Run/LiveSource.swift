// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import UsageSources

/// A source of a live run's usage records, as given with `--source`.
enum LiveSource: ExpressibleByArgument, Equatable {
  case standardInput
  case file(String)
  case fifo(String)
  case socket(String)

  init?(argument: String) {
    guard argument != "-" else {
      self = .standardInput
      return
    }
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let path = String(argument[argument.index(after: colon)...])
    guard !path.isEmpty else { return nil }
    switch argument[..<colon] {
    case "file": self = .file(path)
    case "fifo": self = .fifo(path)
    case "socket": self = .socket(path)
    default: return nil
    }
  }

  /// - Throws: `HostError` that names the source.
  func open() throws -> any SampleFeed {
    do throws(SampleFeedError) {
      switch self {
      case .standardInput: return try StandardInputFeed()
      case .file(let path): return try FileFeed(path: path)
      case .fifo(let path): return try FIFOFeed(path: path)
      case .socket(let path): return try SocketFeed(path: path, account: getuid())
      }
    } catch {
      throw HostError(.failed, "The source \(name) can't be read: \(error)")
    }
  }

  private var name: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): "file:\(path)"
    case .fifo(let path): "fifo:\(path)"
    case .socket(let path): "socket:\(path)"
    }
  }
}
