// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The contents of a runtime image, determined before anything is copied.
struct RuntimeImageContents {
  enum Entry {
    case file(SystemFile)
    /// Relative, to a path in the same tree.
    case link(String)
  }

  /// By path in the view.
  private(set) var entries: [String: Entry] = [:]
  /// The loader, the libraries and the interpreter: a package update replaces at least one of them.
  private(set) var sources: [String: InstallRecord] = [:]
  private let system: SystemFiles

  init(_ need: RuntimeImage.Need, system: SystemFiles) throws(LaunchError) {
    self.system = system
    try addTree(Self.zones)
    switch need {
    case .staticProgram: break
    case .dynamicProgram(let bundle, let files): try addLibraries(ofBundle: bundle, files)
    case .script(let interpreter): try add(interpreter)
    }
  }

  /// The zones that Foundation's calendars read. `posix` and `right` contain the same zones again.
  private static let zones = Interpreter.Tree(directory: InnerPath.zones, without: ["posix", "right"])
  /// Locale data that `LANG=C.UTF-8` names; the C library reads it at the start of every dynamic program.
  private static let locale = Interpreter.Tree(directory: "/usr/lib/locale/C.utf8")
  /// Libraries that the C library opens by name when it first ends a thread or unwinds a stack.
  private static let openedLate = ["libgcc_s.so.1"]
}

// MARK: - Libraries

extension RuntimeImageContents {
  private mutating func addLoader() throws(LaunchError) {
    guard let loader = system.library(InnerPath.loaderName) else {
      throw .plan("the system has no loader \(InnerPath.loaderName)", remedy: "Link the program statically.")
    }
    add(loader, at: InnerPath.loaderFile, decides: true)
    try addTree(Self.locale)
    for name in Self.openedLate {
      if let library = system.library(name) { try addLibrary(library, named: name) }
    }
  }

  /// Adds the libraries that a bundle's files need. The loader finds a library of the bundle itself inside the sandbox;
  /// what that library needs is looked up like the program's own needs.
  private mutating func addLibraries(ofBundle directory: String, _ files: [String]) throws(LaunchError) {
    try addLoader()
    let bundle = try Descriptor.open(directory, flags: Descriptor.pathOnly | O_DIRECTORY)
    let own = Set(files.map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) })
    for (index, path) in files.enumerated() {
      let file = try Descriptor.open(path, beneath: bundle, flags: O_RDONLY | O_NONBLOCK)
      guard index == 0 || file.read(4, at: 0) == [0x7f, 0x45, 0x4c, 0x46] else { continue }
      let place = InnerPath.bundle + "/" + path
      for name in try ELFFile(program: file, named: place).needed where !own.contains(name) {
        try addLibrary(name, neededBy: place)
      }
    }
  }

  private mutating func addLibrary(_ name: String, neededBy user: String) throws(LaunchError) {
    guard let library = system.library(name) else {
      throw .plan(
        "\(user) needs the library \(name), which is in none of \(system.libraryDirectories.joined(separator: ", "))",
        remedy: "Install it, link it statically, or name its directory with --runtime-libraries.")
    }
    try addLibrary(library, named: name)
  }

  /// Adds a library and, transitively, those that it needs.
  private mutating func addLibrary(_ library: SystemFile, named name: String) throws(LaunchError) {
    var pending = [(name, library)]
    while let (name, library) = pending.popLast() {
      guard add(library, at: InnerPath.libraries + "/" + name, decides: true) else { continue }
      for needed in try Self.needed(by: library) where entries[InnerPath.libraries + "/" + needed] == nil {
        guard let next = system.library(needed) else {
          throw .plan("\(library.path) needs the library \(needed), which the system lacks", remedy: "Install it.")
        }
        pending.append((needed, next))
      }
    }
  }

  private static func needed(by library: SystemFile) throws(LaunchError) -> [String] {
    let file = try library.open()
    do throws(ELFFile.Malformed) {
      return try ELFFile(file).needed
    } catch {
      throw .plan("the system's \(library.path) is refused: \(error)")
    }
  }

  @discardableResult
  private mutating func add(_ file: SystemFile, at place: String, decides: Bool = false) -> Bool {
    guard entries[place] == nil else { return false }
    entries[place] = .file(file)
    if decides { sources[file.path] = InstallRecord(file.status) }
    return true
  }
}

// MARK: - Interpreters and trees

extension RuntimeImageContents {
  private mutating func add(_ interpreter: Interpreter) throws(LaunchError) {
    guard let program = SystemFiles.open(interpreter.name, in: InnerPath.programs) else {
      throw .plan(
        "the interpreter \(interpreter.path) is not installed, or is not root's alone",
        remedy: "Install the system's package of it.")
    }
    try addLoader()
    add(program, at: interpreter.path, decides: true)
    for name in try Self.needed(by: program) { try addLibrary(name, neededBy: program.path) }
    for tree in interpreter.trees(program: program) { try addTree(tree) }
  }

  /// Adds regular files, and symlinks that stay in the tree; skips what an image must not contain.
  private mutating func addTree(_ tree: Interpreter.Tree) throws(LaunchError) {
    var pending = [tree.directory]
    var last = LastDirectory()
    while let directory = pending.popLast() {
      for name in FileSystem.names(in: directory) ?? [] where !tree.without.contains(name) {
        let path = directory + "/" + name
        guard let status = FileSystem.status(path) else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: pending.append(path)
        case S_IFREG:
          guard let file = SystemFiles.open(name, in: directory, by: &last) else { continue }
          add(file, at: path)
          if name.hasSuffix(".so") { try addLibraries(ofModule: file) }
        case S_IFLNK:
          guard let target = FileSystem.link(at: path), tree.holds(target, from: directory) else { continue }
          entries[path] = .link(target)
        default: continue
        }
      }
    }
  }

  /// Adds the libraries of a module. If they are not installed the module is copied and can't be loaded, as on the
  /// system.
  private mutating func addLibraries(ofModule module: SystemFile) throws(LaunchError) {
    guard let names = try? Self.needed(by: module) else { return }
    for name in names {
      if let library = system.library(name) { try addLibrary(library, named: name) }
    }
  }
}
