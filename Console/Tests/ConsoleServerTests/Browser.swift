// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Debian's Chromium, driven over two pipes with its DevTools protocol.
final class Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let profile = NSTemporaryDirectory() + "sallyport-browser-\(UUID().uuidString.prefix(8))"
  private var received = Data()
  private var last = 0
  private var session: String?
  /// Events that arrived, oldest first.
  private(set) var events: [[String: Any]] = []

  init(width: Int = 1_280, isDark: Bool = false) throws {
    process.executableURL = URL(filePath: "/bin/bash")
    // The browser reads descriptor 3 and writes descriptor 4.
    process.arguments = [
      "-c",
      """
      exec "$0" --headless --no-sandbox --disable-gpu --no-first-run --disable-extensions --disable-background-networking \
      --disable-component-update --hide-scrollbars --user-data-dir="$1" --remote-debugging-pipe \
      3<&0 4>&1 </dev/null >/dev/null 2>/dev/null
      """, try #require(Self.path), profile,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try call(domain + ".enable") }
    try look(width: width, isDark: isDark)
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: profile)
  }

  // MARK: - The protocol

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    last += 1
    var message: [String: Any] = ["id": last, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let next = try message_()
      guard next["id"] as? Int == last else {
        events.append(next)
        continue
      }
      if let error = next["error"] { throw Failure(description: "\(method): \(error)") }
      return next["result"] as? [String: Any] ?? [:]
    }
  }

  private func message_() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let line = received[received.startIndex..<end]
        received = received[(end + 1)...]
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      }
      let next = output.fileHandleForReading.availableData
      guard !next.isEmpty else { throw Failure(description: "the browser ended") }
      received += next
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  // MARK: - Pages

  func look(width: Int, isDark: Bool) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500])
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
  }

  func open(_ address: String) throws {
    try call("Page.navigate", ["url": address])
    try wait("document.readyState === 'complete'")
  }

  @discardableResult
  func evaluate(_ script: String) throws -> Any? {
    let result = try call(
      "Runtime.evaluate", ["expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let fault = result["exceptionDetails"] as? [String: Any] {
      throw Failure(description: "\(script): \((fault["exception"] as? [String: Any])?["description"] ?? fault)")
    }
    return (result["result"] as? [String: Any])?["value"]
  }

  /// Waits until a condition holds, up to a minute.
  func wait(_ condition: String) throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if (try? evaluate("Boolean(\(condition))")) as? Bool == true { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    let text = try? evaluate("document.body.innerText") as? String
    throw Failure(description: "“\(condition)” never held; the page says: \(text ?? "nothing")")
  }

  func waitForText(_ text: String) throws { try wait("document.body.innerText.includes(\(Self.quoted(text)))") }

  /// Clicks the first enabled button with this text.
  func press(_ text: String, within place: String = "document") throws {
    let find =
      "[...(\(place) ?? document.createElement('p')).querySelectorAll('button')].find(b => b.textContent.trim() === \(Self.quoted(text)) && !b.disabled)"
    try wait("\(find)")
    try evaluate("window.pressed = \(find); window.pressed.click()")
  }

  /// Presses a button that acts, and waits until the act was accepted. Like a person, presses again if the page changed
  /// at that moment.
  func act(_ text: String, within place: String = "document") throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let before = answers.count
      try press(text, within: place)
      while answers.count == before {
        guard ContinuousClock.now < end else { throw Failure(description: "“\(text)” had no answer") }
        try evaluate("1")
        Thread.sleep(forTimeInterval: 0.05)
      }
      if answers.last == 200 {
        // Wait until the page is redrawn: the same control pressed again before that repeats the same act.
        let drawn = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < drawn, try evaluate("window.pressed.isConnected") as? Bool == true {
          Thread.sleep(forTimeInterval: 0.05)
        }
        return
      }
      guard answers.last == 409, ContinuousClock.now < end else {
        let page = try evaluate("document.body.innerText") as? String ?? ""
        throw Failure(description: "“\(text)” was answered with \(answers.last ?? 0); the page says: \(page)")
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }

  /// The statuses of the answers to acts.
  var answers: [Int] {
    events.compactMap { event in
      let response = (event["params"] as? [String: Any])?["response"] as? [String: Any]
      guard event["method"] as? String == "Network.responseReceived",
        (response?["url"] as? String)?.hasSuffix("/api/1/acts") == true
      else { return nil }
      return response?["status"] as? Int ?? 0
    }
  }

  /// Presses and releases Tab, Enter or Escape.
  func key(_ name: String) throws {
    let code = ["Tab": 9, "Enter": 13, "Escape": 27][name] ?? 0
    var event: [String: Any] = ["key": name, "code": name, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code]
    if name == "Enter" { event["text"] = "\r" }
    for type in ["keyDown", "keyUp"] {
      event["type"] = type
      try call("Input.dispatchKeyEvent", event)
    }
  }

  func screenshot(_ name: String) throws {
    guard let directory = ProcessInfo.processInfo.environment["SALLYPORT_SCREENSHOTS"] else { return }
    for (width, isDark) in [(1_280, false), (1_280, true), (390, false), (390, true)] {
      try look(width: width, isDark: isDark)
      // A dialog and what dims the page behind it cover what is visible.
      let isWhole = try evaluate("document.querySelector('dialog[open]') === null") as? Bool ?? true
      let result = try call("Page.captureScreenshot", ["captureBeyondViewport": isWhole, "format": "png"])
      guard let text = result["data"] as? String, let data = Data(base64Encoded: text) else { continue }
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try data.write(to: URL(filePath: "\(directory)/\(name)-\(width)-\(isDark ? "dark" : "light").png"))
    }
    try look(width: 1_280, isDark: false)
  }

  /// Errors that the browser logged, and requests to addresses outside the console.
  func faults(port: Int) -> [String] {
    events.compactMap { event -> String? in
      let parameters = event["params"] as? [String: Any] ?? [:]
      switch event["method"] as? String {
      case "Runtime.exceptionThrown": return "\(parameters["exceptionDetails"] ?? "")"
      case "Log.entryAdded":
        let entry = parameters["entry"] as? [String: Any] ?? [:]
        // The browser logs every answer that is not a success, such as one that asks for the passcode.
        return entry["source"] as? String == "network" ? nil : "\(entry["text"] ?? "")"
      case "Network.requestWillBeSent":
        let address = (parameters["request"] as? [String: Any])?["url"] as? String ?? ""
        let isOwn =
          address.hasPrefix("http://127.0.0.1:\(port)/") || address.hasPrefix("data:") || address == "about:blank"
        return isOwn ? nil : "a request to \(address)"
      default: return nil
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}
