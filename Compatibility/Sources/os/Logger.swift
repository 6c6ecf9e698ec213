// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Writes messages to the extension's log.
///
/// ### On Linux
/// A message goes to standard error as `[subsystem:category] level: message`, which the host keeps. For a sealed process
/// the host keeps only the size, as a power of two. Levels below `default` are written as well.
public struct Logger: Sendable {
  private let log: OSLog

  public init() { log = .default }

  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  public init(_ log: OSLog) { self.log = log }

  public func log(_ message: OSLogMessage) { log.write(message.text, .default) }
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message.text, level) }
  public func trace(_ message: OSLogMessage) { log.write(message.text, .debug) }
  public func debug(_ message: OSLogMessage) { log.write(message.text, .debug) }
  public func info(_ message: OSLogMessage) { log.write(message.text, .info) }
  public func notice(_ message: OSLogMessage) { log.write(message.text, .default) }
  public func warning(_ message: OSLogMessage) { log.write(message.text, .error) }
  public func error(_ message: OSLogMessage) { log.write(message.text, .error) }
  public func critical(_ message: OSLogMessage) { log.write(message.text, .fault) }
  public func fault(_ message: OSLogMessage) { log.write(message.text, .fault) }
}

/// The severity of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  public static let `default` = OSLogType(0)
  public static let info = OSLogType(1)
  public static let debug = OSLogType(2)
  public static let error = OSLogType(16)
  public static let fault = OSLogType(17)

  var word: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "default"
    }
  }
}

/// A log with a subsystem and a category.
public final class OSLog: NSObject, Sendable {
  let name: String
  let isEnabled: Bool

  public static let `default` = OSLog(name: "", isEnabled: true)
  public static let disabled = OSLog(name: "", isEnabled: false)

  public struct Category: Sendable {
    let name: String
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
    public static let dynamicTracing = Category(name: "DynamicTracing")
    public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
  }

  private init(name: String, isEnabled: Bool) {
    self.name = name
    self.isEnabled = isEnabled
  }

  public convenience init(subsystem: String, category: String) {
    self.init(name: "\(subsystem):\(category)", isEnabled: true)
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }

  public func isEnabled(type: OSLogType) -> Bool { isEnabled }

  /// Writes one line in one call, so that lines of several threads don't mix.
  func write(_ message: String, _ type: OSLogType) {
    guard isEnabled else { return }
    let line = (name.isEmpty ? "" : "[\(name)] ") + "\(type.word): \(message)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
