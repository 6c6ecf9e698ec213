// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A language in which `new` writes a family.
package enum ScaffoldLanguage: String, CaseIterable, Sendable {
  case swift, python, c, go, sh

  /// The points that `new` writes unless it is told others.
  package var points: [ExtensionPoint] {
    self == .sh ? [.app, .monitor, .shieldAction] : [.app, .monitor, .shieldConfiguration, .shieldAction]
  }

  /// The points that `new` can write. A shell can't read JSON, so it gets no names to draw.
  var knownPoints: [ExtensionPoint] { self == .swift ? points + [.report, .widget, .focusFilter] : points }

  /// The program of all points, as a file in `samples/<language>`; `nil` for Swift, which has a program for each point.
  var sample: String? {
    switch self {
    case .swift: nil
    case .python: "family.py"
    case .c: "family.c"
    case .go: "family.go"
    case .sh: "family.sh"
    }
  }

  /// Whether the sample is the program, and not its source.
  var isScript: Bool { interpreter != nil }

  var interpreter: String? {
    switch self {
    case .python: "/usr/bin/python3"
    case .sh: "/bin/sh"
    case .swift, .c, .go: nil
    }
  }

  /// The commands of the Makefile that make `build/family`.
  var buildLines: [String] {
    switch self {
    case .swift, .python, .sh: []
    case .c: ["$(CC) -O2 -Wall -static -o build/family extensions/family.c -ljson-c"]
    // A static program needs no files in the sandbox.
    case .go: ["CGO_ENABLED=0 go build -trimpath -o build/family extensions/family.go"]
    }
  }

  /// What the README names as needed.
  var needs: String {
    switch self {
    case .swift: "Swift 6.3"
    case .python: "Python 3"
    case .c: "a C compiler and libjson-c-dev"
    case .go: "Go 1.19 or later"
    case .sh: "nothing else"
    }
  }
}
