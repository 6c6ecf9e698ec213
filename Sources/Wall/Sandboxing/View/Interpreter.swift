// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An interpreter that a script may name, and what it reads besides its libraries.
///
/// The catalog is a constant of the host: a manifest or a script's first line picks an entry and adds nothing to it.
public struct Interpreter: Hashable, Sendable {
  /// The file name in `/usr/bin`, on the system and in the view.
  public let name: String
  /// The interpreter in the view.
  public var path: String { InnerPath.programs + "/" + name }

  private let kind: Kind

  private enum Kind: Hashable, Sendable {
    case python
    case perl
    case shell
  }

  private static let catalog: [Interpreter] =
    [Interpreter(name: "python3", kind: .python)]
    + (9...19).map { Interpreter(name: "python3.\($0)", kind: .python) }
    + [
      Interpreter(name: "perl", kind: .perl), Interpreter(name: "sh", kind: .shell),
      Interpreter(name: "dash", kind: .shell), Interpreter(name: "bash", kind: .shell),
    ]

  private init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The entry that a script's interpreter names.
  ///
  /// - Parameter path: as a manifest or a `#!` line has it: the name below `/usr/bin` or `/bin`.
  /// - Throws: `LaunchError` at stage `plan`, which lists the interpreters there are.
  public init(path: String) throws(LaunchError) {
    let found = Self.catalog.first { path == InnerPath.programs + "/" + $0.name || path == "/bin/" + $0.name }
    guard let found else {
      throw .plan(
        "the interpreter \(path) is not one that extensions can have",
        remedy: "Use /usr/bin/python3, /usr/bin/perl, /bin/sh or /bin/bash, or ship a static executable.")
    }
    self = found
  }

  /// A directory of the system that is copied with everything below it but entries of the names in `without`.
  struct Tree: Hashable, Sendable {
    var directory: String
    var without: Set<String> = []

    /// Whether a relative symlink in `place` leads to somewhere in the tree.
    func holds(_ target: String, from place: String) -> Bool {
      guard !target.hasPrefix("/") else { return false }
      var components = place.split(separator: "/")
      for component in target.split(separator: "/") where component != "." {
        if component != ".." { components.append(component) } else if components.popLast() == nil { return false }
      }
      return FileSystem.path("/" + components.joined(separator: "/"), isWithin: directory)
    }
  }

  /// - Parameter program: the interpreter as it was found: `python3` is a symlink to the version that names its library.
  func trees(program: SystemFile) -> [Tree] {
    switch kind {
    case .shell: return []
    case .perl:
      let modules = "/usr/lib/\(SystemFiles.triplet)"
      return [
        Tree(directory: "\(modules)/perl-base"), Tree(directory: "\(modules)/perl", without: ["CORE"]),
        Tree(directory: "/usr/share/perl", without: ["pod"]),
      ]
    case .python:
      let version = program.path.drop { !$0.isNumber }
      // What is left out needs a compiler, a display or a network, or tests the interpreter itself.
      return [
        Tree(
          directory: "/usr/lib/python\(version)",
          without: [
            "config-\(version)-\(SystemFiles.triplet)", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "test",
            "turtledemo",
          ])
      ]
    }
  }
}
