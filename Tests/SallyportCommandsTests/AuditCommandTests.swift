// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `sallyport audit`: one page about a family, its signature, and the builds that it is about.
@Suite struct AuditCommandTests {
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----

    """
  private static let publicPEM = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----

    """
  private static let otherPEM = publicPEM.replacing("11qYAYKx", with: "12qYAYKx")

  /// A family of one script at a sealed point, so that it also shows that such a script needs no `fitting`.
  private struct Family {
    let directory = SallyportProgram.scratch + "/audit-" + UUID().uuidString
    var manifest: String { directory + "/quiet.json" }
    var script: String { directory + "/family.py" }

    init() throws {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      try FileManager.default.copyItem(atPath: SallyportProgram.root + "/samples/python/family.py", toPath: script)
      let program = #""executable":"family.py","interpreter":"/usr/bin/python3""#
      try """
      {"manifest":1,"family":"quiet","displayName":"<b>Quiet</b>","version":"1.0","developer":{"name":"Test"},
      "groups":["group.example.quiet"],"bundle":".",
      "app":{\(program),"requests":["authorization","monitoring","settings"]},
      "extensions":[{"name":"monitor","point":"monitor",\(program),"requests":["monitoring","settings"]},
      {"name":"shield","point":"shieldConfiguration",\(program)},
      {"name":"action","point":"shieldAction",\(program),"requests":["settings"]}]}
      """.write(toFile: manifest, atomically: true, encoding: .utf8)
    }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
      let path = directory + "/" + name
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }
  }

  @Test(.timeLimit(.minutes(10))) func `writes one signed page, and verifies it against key and files`() throws {
    let family = try Family()
    let key = try family.write(Self.pem, to: "key.pem")
    let page = family.directory + "/page.html"
    let done = try SallyportProgram.run("audit", family.manifest, "--pairs", "8", "--output", page, "--key", key)
    // The verdict on this machine's sandbox is not this test's subject.
    #expect([0, 1, 4].contains(done.status), "\(done.output) \(done.complaints)")
    #expect(done.output.contains("Messages: PASSED") && done.output.contains("Privacy boundary: "), "\(done.output)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    for part in ["<h2>Sandbox</h2>", "<h2>Messages</h2>", "<h2>Privacy boundary</h2>", "quiet.shield", "SHA-256"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("<b>Quiet") && !text.lowercased().contains("<script") && !text.contains("http://"))
    #expect(try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions] as? Int == 0o600)

    let own = try family.write(Self.publicPEM, to: "public.pem")
    let verify = ["audit", "verify", page, "--manifests", family.directory]
    let good = try SallyportProgram.run(verify + ["--key", own])
    #expect(good.status == 0 && good.output.contains("are the audited ones"), "\(good.output) \(good.complaints)")
    let other = try family.write(Self.otherPEM, to: "other.pem")
    #expect(try SallyportProgram.run(verify + ["--key", other]).status == 1)
    let forged = try family.write(text.replacing("SHA-256", with: "SHA-255", maxReplacements: 1), to: "forged.html")
    let changed = try SallyportProgram.run("audit", "verify", forged)
    #expect(changed.status == 1 && changed.complaints.contains("changed after it was signed"), "\(changed.complaints)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(separator: "\n") + "\n"
    let unsigned = try family.write(lines, to: "unsigned.html")
    #expect(try SallyportProgram.run("audit", "verify", unsigned).status == 3)

    // Another build of one program is another family.
    try (String(contentsOfFile: family.script, encoding: .utf8) + "\n").write(
      toFile: family.script, atomically: false, encoding: .utf8)
    let stale = try SallyportProgram.run(verify)
    #expect(stale.status == 1 && stale.complaints.contains("about other files"), "\(stale.complaints)")
  }

  @Test func `refuses a key before it runs anything`() throws {
    let family = try Family()
    let open = try family.write(Self.pem, to: "open.pem", mode: 0o644)
    let page = family.directory + "/page.html"
    let readable = try SallyportProgram.run("audit", family.manifest, "--output", page, "--key", open)
    #expect(readable.status == 2 && readable.complaints.contains("others can read it"), "\(readable.complaints)")
    let wrong = try family.write(Self.publicPEM, to: "wrong.pem")
    let notPrivate = try SallyportProgram.run("audit", family.manifest, "--output", page, "--key", wrong)
    #expect(notPrivate.status == 2 && notPrivate.complaints.contains("PRIVATE KEY"), "\(notPrivate.complaints)")
    #expect(!FileManager.default.fileExists(atPath: page))
    #expect(try SallyportProgram.run("audit", "verify", "/nowhere.html").status == 2)
  }
}
