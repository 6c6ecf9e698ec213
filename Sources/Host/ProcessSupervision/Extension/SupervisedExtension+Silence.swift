// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// MARK: - Silence that is not the extension's fault

extension SupervisedExtension {
  /// The end of a callback whose deadline has passed. A process that its control group held back could not be in time,
  /// which is not a failure of its build.
  func ofMissedDeadline(_ watch: CallbackWatch) -> ProcessEvent {
    let throttled = conversation?.child.throttledMicroseconds ?? 0
    return watch.isStarved(throttledMicroseconds: throttled) ? .starved : .deadlineMissed
  }

  /// Whether a developer's debugger is attached and may take its time.
  func isDebugged(_ child: any ExtensionChild) -> Bool {
    configuration.waitsForDebugger && ProcessFile.isTraced(child.processID)
  }

  /// Lets the callback go on as long as a debugger is attached.
  func waitsForDebugger(_ watch: inout CallbackWatch) -> Bool {
    guard let child = conversation?.child, isDebugged(child) else { return false }
    // Short, so that the callback ends soon after the debugger has left.
    watch.wait(for: .seconds(1))
    return true
  }
}

extension ProcessEvent {
  /// Whether the process was alive, but said nothing in time.
  var isSilence: Bool {
    switch self {
    case .unresponsive, .deadlineMissed, .starved: true
    default: false
    }
  }
}
