// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What a runtime image will hold, found before anything is copied.
struct RuntimeImageContents {
  enum Entry {
    case file(SystemFile)
    /// Relative, to a place in the same tree.
    case link(String)
  }

  /// By place in the view.
  private(set) var entries: [String: Entry] = [:]
  /// The loader, the libraries and the interpreter: packages that change replace one of them.
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

  /// What Foundation's calendars read. The two left out are the same zones once more.
  private static let zones = Interpreter.Tree(directory: InnerPath.zones, without: ["posix", "right"])
  /// Locale data that `LANG=C.UTF-8` names; the C library reads it at the start of every dynamic program.
  private static let locale = Interpreter.Tree(directory: "/usr/lib/locale/C.utf8")
  /// What the C library opens by name when it first ends a thread or unwinds a stack.
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

  /// A library that the bundle has itself is found there by the loader, inside the sandbox; what it needs is looked up
  /// like the program's own.
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

  /// A library and, breadth first, those that it needs.
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

  /// Regular files, and symlinks that stay in the tree. What is not fit for an image is left out: it is the system's choice.
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

  /// A module whose libraries are not installed is there and can't be loaded, as on the system itself.
  private mutating func addLibraries(ofModule module: SystemFile) throws(LaunchError) {
    guard let names = try? Self.needed(by: module) else { return }
    for name in names {
      if let library = system.library(name) { try addLibrary(library, named: name) }
    }
  }
}
