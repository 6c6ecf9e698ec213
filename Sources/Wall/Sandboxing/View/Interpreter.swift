// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An interpreter that a script may name, and the files that it reads besides its libraries.
///
/// The catalog is a constant of the host: a manifest or a script's first line selects an entry and can't add one.
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
    case node
  }

  private static let catalog: [Interpreter] =
    [Interpreter(name: "python3", kind: .python)]
    + (9...19).map { Interpreter(name: "python3.\($0)", kind: .python) }
    + [
      Interpreter(name: "perl", kind: .perl), Interpreter(name: "sh", kind: .shell),
      Interpreter(name: "dash", kind: .shell), Interpreter(name: "bash", kind: .shell),
      Interpreter(name: "node", kind: .node),
    ]

  private init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Finds the entry for a script's interpreter.
  ///
  /// - Parameter path: the interpreter in `/usr/bin` or `/bin`, as a manifest or a `#!` line names it.
  /// - Throws: `LaunchError` at stage `plan`, which lists the available interpreters.
  public init(path: String) throws(LaunchError) {
    let found = Self.catalog.first { path == InnerPath.programs + "/" + $0.name || path == "/bin/" + $0.name }
    guard let found else {
      throw .plan(
        "the interpreter \(path) is not one that extensions can have",
        remedy: "Use /usr/bin/python3, /usr/bin/perl, /usr/bin/node, /bin/sh or /bin/bash, or ship a static executable."
      )
    }
    self = found
  }

  /// The arguments before the script. The sandbox allows no memory that is writable and then executable, so Node's
  /// engine interprets, and its heap stays within the budget, less what the rest of it takes.
  func arguments(memoryMiB: UInt64) -> [String] {
    switch kind {
    case .python, .perl, .shell: []
    case .node: ["--jitless", "--max-old-space-size=\(memoryMiB > 32 ? memoryMiB - 16 : 16)"]
    }
  }

  /// A system directory that is copied recursively, except entries whose names are in `without`.
  struct Tree: Hashable, Sendable {
    var directory: String
    var without: Set<String> = []

    /// Whether a relative symlink in `place` stays within the tree.
    func holds(_ target: String, from place: String) -> Bool {
      guard !target.hasPrefix("/") else { return false }
      var components = place.split(separator: "/")
      for component in target.split(separator: "/") where component != "." {
        if component != ".." { components.append(component) } else if components.popLast() == nil { return false }
      }
      return FileSystem.path("/" + components.joined(separator: "/"), isWithin: directory)
    }
  }

  /// - Parameter program: the interpreter that was found: `python3` is a symlink to the version that its library
  ///   directory is named after.
  func trees(program: SystemFile) -> [Tree] {
    switch kind {
    case .shell, .node: return []
    case .perl:
      let modules = "/usr/lib/\(SystemFiles.triplet)"
      return [
        Tree(directory: "\(modules)/perl-base"), Tree(directory: "\(modules)/perl", without: ["CORE"]),
        Tree(directory: "/usr/share/perl", without: ["pod"]),
      ]
    case .python:
      let version = program.path.drop { !$0.isNumber }
      // The excluded parts need a compiler, a display or a network, or test the interpreter itself.
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
