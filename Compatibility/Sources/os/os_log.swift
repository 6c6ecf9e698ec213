// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Writes a message with a C format.
///
/// - Parameters:
///   - message: a format as for `printf` and `NSLog`; the placeholder options `{public}` and `{private}` are honoured.
///   - dso: accepted, without effect.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ args: any CVarArg...
) {
  log.write(LogFormat(message.description).text(with: args), type)
}

public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {
  log.write(LogFormat(message.description).text(with: args), type)
}

@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(message.text, .default) }

@_disfavoredOverload
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { OSLog.default.write(message.text, type) }

@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog, _ message: OSLogMessage) { log.write(message.text, type) }

/// A format whose placeholders may set the visibility of their value: `%{public}@`, `%{private}d`.
struct LogFormat {
  private let format: String
  /// The indexes of the private arguments.
  private let hidden: Set<Int>

  init(_ source: String) {
    var format = ""
    var hidden: Set<Int> = []
    var count = 0
    var rest = Substring(source)
    while let percent = rest.firstIndex(of: "%") {
      format += rest[...percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        format += "%"
        rest = rest.dropFirst()
        continue
      }
      var isHidden = false
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        let words = rest[..<end]
        isHidden = words.contains("private") || words.contains("sensitive")
        rest = rest[rest.index(after: end)...]
      }
      if isHidden {
        // Replace the placeholder with a string, so that a private number is never formatted.
        hidden.insert(count)
        let end = rest.firstIndex { $0 == "@" || $0.isLetter && !"hlqLztj".contains($0) }
        rest = end.map { rest[rest.index(after: $0)...] } ?? ""
        format += "@"
      }
      count += 1
    }
    self.format = format + rest
    self.hidden = hidden
  }

  func text(with arguments: [any CVarArg]) -> String {
    guard !arguments.isEmpty else { return String(format: format) }
    let shown = arguments.enumerated().map { index, value -> any CVarArg in
      hidden.contains(index) ? "<private>" : value
    }
    return String(format: format, arguments: shown)
  }
}
