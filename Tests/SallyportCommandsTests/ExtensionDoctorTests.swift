// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `doctor EXT`, `call EXT` and `check EXT` on one family, by its manifest.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
struct ExtensionDoctorTests {
  private struct Family {
    let root: String
    var manifests: String { root + "/manifests" }

    /// - Parameter sha256: the hash of the shield in the manifest.
    init(sha256: String? = nil) throws {
      root = SallyportProgram.scratch + "/doctor-" + UUID().uuidString
      for directory in ["bundle/assets/deep", "manifests"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(directory)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      }
      let script = SallyportProgram.root + "/Tests/ExtensionTrialsTests/Faulty/extension.py"
      let canary = (SallyportProgram.path as NSString).deletingLastPathComponent + "/sallyport-canary"
      for (name, source) in [("shield.py", script), ("monitor", canary)] {
        try FileManager.default.copyItem(atPath: source, toPath: "\(root)/bundle/\(name)")
      }
      let hash = sha256.map { #""sha256": "\#($0)","# } ?? ""
      try """
      { "manifest": 1, "family": "seen", "displayName": "Seen", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.seen"], "bundle": "../bundle",
        "app": { "executable": "monitor", "requests": ["authorization"] },
        "extensions": [
          { "name": "monitor", "point": "monitor", "executable": "monitor",
            "requests": ["container.read", "container.write"] },
          { "name": "shield", "point": "shieldConfiguration", "executable": "shield.py", \(hash)
            "interpreter": "/usr/bin/python3", "fitting": "files", "requests": [] } ] }
      """.write(toFile: manifests + "/seen.json", atomically: true, encoding: .utf8)
    }

    func run(_ command: String, _ name: String, _ arguments: String...) throws -> SallyportProgram.Finished {
      try SallyportProgram.run([command, "seen." + name] + arguments + ["--manifests", manifests])
    }

    func view(_ name: String, _ arguments: String...) throws -> [String: Any] {
      let finished = try SallyportProgram.run(
        ["doctor", "seen." + name, "--format", "json", "--manifests", manifests, "--state", root + "/state"] + arguments
      )
      return try #require(try finished.json as? [String: Any], "\(finished.complaints)")
    }
  }

  @Test func `shows the mounts, files, rules and limits of a confined program`() throws {
    let view = try Family().view("monitor")
    #expect(view["profile"] as? String == "confined" && view["link"] as? String == "static")
    let mounts = try #require(view["mounts"] as? [[String: Any]])
    let rights = Dictionary(uniqueKeysWithValues: mounts.map { ($0["place"] as? String, $0["rights"] as? [String]) })
    #expect(rights["/bundle"] == ["read-only"] && rights["/container"] == ["writable", "noexec"])
    let files = try #require(view["files"] as? [[String: Any]])
    #expect(files.contains { $0["path"] as? String == "/bundle/monitor" && $0["kind"] as? String == "file" })
    let zones = try #require(files.first { $0["path"] as? String == "/usr/share/zoneinfo" })
    #expect(zones["kind"] as? String == "tree" && zones["files"] as? Int ?? 0 > 100)
    let container = try #require(view["container"] as? [String: Any])
    #expect(container["bytes"] as? Int == 0 && container["mostBytes"] as? Int == 64 << 20)
    let rules = try #require(view["landlock"] as? [[String: Any]])
    #expect(rules.first?["place"] as? String == "/bundle/monitor")
    #expect(rules.first?["rights"] as? [String] == ["read files", "execute"])
    let filter = try #require(view["filter"] as? [String: Any])
    #expect((filter["killing"] as? [String])?.contains("ptrace") == true)
    #expect((filter["conditional"] as? [[String: Any]])?.contains { $0["call"] as? String == "mmap" } == true)
    #expect((view["environment"] as? [String])?.contains("HOME=/container") == true)
    #expect(view["refusal"] == nil)
  }

  @Test func `lists every file of a long tree with --all`() throws {
    let family = try Family()
    let short = try #require(try family.view("shield")["files"] as? [[String: Any]])
    let long = try #require(try family.view("shield", "--all")["files"] as? [[String: Any]])
    func count(_ rows: [[String: Any]]) -> Int {
      rows.reduce(0) { $0 + ($1["kind"] as? String == "file" ? 1 : $1["files"] as? Int ?? 0) }
    }
    #expect(long.count > short.count && count(long) == count(short))
    #expect(long.contains { $0["path"] as? String == "/usr/share/zoneinfo/Europe/Berlin" })
    #expect(!long.contains { $0["kind"] as? String == "tree" })
  }

  @Test func `prints the same as a table, and only paths with --quiet`() throws {
    let family = try Family()
    let table = try family.run("doctor", "shield").output
    #expect(table.hasPrefix("seen.shield · shieldConfiguration · sealed files · dynamic · wire fds\n"), "\(table)")
    for title in ["mounts", "files", "Landlock", "limits", "environment", "filter", "missing on this machine"] {
      #expect(table.contains("\n\(title)\n"))
    }
    #expect(!table.contains("\ncontainer\n"))
    let paths = try family.run("doctor", "shield", "--quiet").output.split(separator: "\n")
    #expect(paths.first == "/bundle" && paths.contains("/usr/bin/python3"))
  }

  @Test func `measures the container in the state given`() throws {
    let family = try Family()
    let container = family.root + "/state/containers/seen"
    try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: true)
    for (path, mode) in [(family.root + "/state", 0o700), (container, 0o700)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try Data(count: 8192).write(to: URL(filePath: container + "/kept"))
    if geteuid() == 0 { chown(container, 62_000, 62_000) }
    let view = try family.view("monitor")
    let use = try #require(view["container"] as? [String: Any])
    #expect(use["entries"] as? Int == 1 && use["bytes"] as? Int ?? 0 >= 8192)
    if geteuid() == 0 { #expect(view["uid"] as? Int == 62_000) }
    let mounts = try #require(view["mounts"] as? [[String: Any]])
    #expect(mounts.contains { $0["source"] as? String == container })
  }

  @Test func `refuses the options of a program without a program`() throws {
    let finished = try SallyportProgram.run("doctor", "--all")
    #expect(finished.status == 2)
    #expect(finished.complaints == "sallyport: --all and the options of a program need an extension.\n")
  }

  @Test func `a sealed script is called and checked as it is launched in a run`() throws {
    let family = try Family()
    let called = try family.run("call", "shield", "configuration", "--patience", "20")
    #expect(called.status == 0, "\(called.complaints)")
    #expect(called.output.contains("Later"))
    let checked = try family.run("check", "shield", "--protocol", "--patience", "20")
    #expect(checked.status == 0, "\(checked.output)\(checked.complaints)")
  }

  @Test func `a program whose hash differs from the manifest's is not launched`() throws {
    let family = try Family(sha256: String(repeating: "0", count: 64))
    for arguments in [["call", "configuration"], ["check", "--protocol"], ["doctor"]] {
      let finished = try family.run(arguments[0], "shield", arguments.count > 1 ? arguments[1] : "--quiet")
      #expect(finished.status == 2)
      #expect(
        finished.complaints.contains("and the manifest names 0000") && finished.complaints.contains("“sha256”"),
        "\(finished.complaints)")
    }
  }

  /// An operator passes a directory of libraries that belongs to root, as with `run`.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `a dynamic program gets the libraries of --runtime-libraries and no others`() throws {
    let family = try Family()
    let name = "seen-\(UUID().uuidString.prefix(8))"
    let libraries = "/usr/local/lib/sallyport-\(name)"
    try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: libraries) }
    let source = SallyportProgram.root + "/Tests/ExtensionTrialsTests/Sealed/main.c"
    let empty = family.root + "/empty.c"
    try "int sallyport_none(void) { return 0; }\n".write(toFile: empty, atomically: true, encoding: .utf8)
    let program = family.root + "/bundle/dynamic"
    for arguments in [
      ["-shared", "-fPIC", "-Wl,-soname,lib\(name).so", "-o", "\(libraries)/lib\(name).so", empty],
      ["-D_GNU_SOURCE", "-o", program, source, "-L\(libraries)", "-Wl,--no-as-needed", "-l\(name)"],
    ] {
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = ["cc"] + arguments
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
    }
    for point in ["monitor", "shieldConfiguration"] {
      let callback = point == "monitor" ? "intervalDidStart" : "configuration"
      let call = ["call", program, callback, "--point", point, "--patience", "20"]
      let without = try SallyportProgram.run(call)
      #expect(without.status == 1)
      #expect(without.complaints.contains("name its directory with --runtime-libraries"), "\(without.complaints)")
      let with = try SallyportProgram.run(call + ["--runtime-libraries", libraries])
      #expect(with.status == 0, "\(with.complaints)")
    }
    let seen = try SallyportProgram.run(
      ["doctor", program, "--point", "monitor", "--quiet", "--runtime-libraries", libraries])
    #expect(seen.output.split(separator: "\n").contains { $0 == "/usr/lib/lib\(name).so" }, "\(seen.complaints)")
    #expect(!seen.output.contains("/usr/local"))
  }
}
