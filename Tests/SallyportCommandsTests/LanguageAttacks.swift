// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Attempts to leave the sandbox, as each language's own runtime makes them. Every piece of code runs before the sample's
/// own and prints `escaped` only if the attempt succeeded.
enum LanguageAttacks {
  struct Language: CustomTestStringConvertible, Sendable {
    var sample: LanguageSampleTests.Sample
    /// The statements of each attempt.
    var attempts: [String: String]
    /// Puts statements into the sample's source.
    var insert: @Sendable (String, String) -> String
    var testDescription: String { sample.name }
  }

  static let all = [python, perl, node, sh, go]

  private static func sample(_ name: String) -> LanguageSampleTests.Sample {
    guard let known = LanguageSampleTests.samples.first(where: { $0.name == name }) else {
      preconditionFailure("there is no sample in \(name)")
    }
    return known
  }

  private static let python = Language(
    sample: sample("python"),
    attempts: [
      "read": "attempt(lambda: open('/etc/passwd').read())", "list": "attempt(lambda: os.listdir('/home'))",
      "write": "attempt(lambda: open('/bundle/x', 'w').write('x'))",
      "connect": "import socket; attempt(lambda: socket.create_connection(('127.0.0.1', 22), 2))",
      "listen": "import socket; attempt(lambda: socket.socket(socket.AF_UNIX).bind('/tmp/x'))",
      "fork": "attempt(os.fork)",
      "spawn": "import subprocess; attempt(lambda: subprocess.run(['/bin/sh', '-c', 'true']))",
      "execute": "attempt(lambda: os.execv('/usr/bin/python3', ['python3', '-c', 'print(\"escaped\")']))",
      "code": "import mmap; attempt(lambda: mmap.mmap(-1, 4096, prot=7))",
      "memory": "attempt(lambda: os.memfd_create('x'))",
      "kill": "attempt(lambda: os.kill(1 if os.getpid() != 1 else 2, 9))",
      "keyboard": "import fcntl; attempt(lambda: fcntl.ioctl(0, 0x5412, b'x'))",
    ]
  ) { source, statements in
    source.replacing(
      "import json\nimport os\nimport sys\n",
      with: """
        import json
        import os
        import sys


        def attempt(act):
            try:
                act()
            except BaseException as error:
                print("contained:", error, file=sys.stderr)
            else:
                print("escaped", file=sys.stderr)


        \(statements)

        """)
  }

  private static let perl = Language(
    sample: sample("perl"),
    attempts: [
      "read": "attempt(sub { open(my $file, '<', '/etc/passwd') })",
      "list": "attempt(sub { opendir(my $all, '/home') })",
      "write": "attempt(sub { open(my $file, '>', '/bundle/x') })",
      "connect": "use IO::Socket::INET; attempt(sub { IO::Socket::INET->new(PeerAddr => '127.0.0.1:22') })",
      "fork": "attempt(sub { defined fork })", "spawn": "attempt(sub { system('/bin/sh', '-c', 'true') == 0 })",
      "execute": "attempt(sub { exec('/usr/bin/perl', '-e', 'print STDERR qq(escaped\\n)') })",
      // mmap of a page that is readable, writable and executable; a failure is -1.
      "code": "attempt(sub { syscall(9, 0, 4096, 7, 0x22, -1, 0) != -1 })",
      "memory": "my $name = 'x'; attempt(sub { syscall(319, $name, 0) != -1 })",
      "kill": "attempt(sub { kill(9, $$ == 1 ? 2 : 1) })",
    ]
  ) { source, statements in
    source.replacing(
      "use JSON::PP;\n",
      with: """
        use JSON::PP;

        sub attempt { print STDERR ((eval { $_[0]->() } ? "escaped" : "contained: $!") . "\\n") }
        \(statements);

        """)
  }

  private static let node = Language(
    sample: sample("node"),
    attempts: [
      "read": "attempt(() => fs.readFileSync('/etc/passwd'))", "list": "attempt(() => fs.readdirSync('/home'))",
      "write": "attempt(() => fs.writeFileSync('/bundle/x', 'x'))",
      "spawn": """
      attempt(() => { const done = require('node:child_process').spawnSync('/bin/sh', ['-c', 'true']);
        if (done.error) throw done.error; })
      """,
      "code": "attempt(() => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))",
      "kill": "attempt(() => process.kill(process.pid === 1 ? 2 : 1, 9))",
      "load": "attempt(() => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libutil.so.1'))",
    ]
  ) { source, statements in
    source.replacing(
      "const fs = require(\"node:fs\");\n",
      with: """
        const fs = require("node:fs");
        function attempt(act) {
          try { act(); } catch (error) { console.error("contained: " + error.message); return; }
          console.error("escaped");
        }
        \(statements);

        """)
  }

  private static let sh = Language(
    sample: sample("sh"),
    attempts: [
      "read": "attempt 'read -r line </etc/passwd'", "list": "attempt 'cd /home'", "write": "attempt ': >/bundle/x'",
      "fork": "attempt '(exit 0)'", "spawn": "attempt '/bin/true'",
      "execute": "attempt 'exec /bin/sh -c \"echo escaped >&2\"'",
      "kill": "attempt 'kill -9 $PPID'",
    ]
  ) { source, statements in
    source.replacing(
      "\nday='{",
      with: """

        attempt() {
          if eval "$1" 2>/dev/null; then echo escaped >&2; else echo contained >&2; fi
        }
        \(statements)
        day='{
        """)
  }

  private static let go = Language(
    sample: sample("go"),
    attempts: [
      "read": "_, err := os.ReadFile(\"/etc/passwd\")", "list": "_, err := os.ReadDir(\"/home\")",
      "write": "err := os.WriteFile(\"/bundle/x\", []byte(\"x\"), 0o644)",
      "socket": "_, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)",
      "spawn": "_, err := os.StartProcess(\"/bundle/family\", []string{\"x\"}, &os.ProcAttr{})",
      "execute": "err := syscall.Exec(\"/bundle/family\", []string{\"x\"}, nil)",
      "code": "_, err := syscall.Mmap(-1, 0, 4096, 7, syscall.MAP_ANON|syscall.MAP_PRIVATE)",
      "trace": "err := syscall.PtraceAttach(1)", "kill": "err := syscall.Kill(2, 9)",
    ]
  ) { source, statements in
    source.replacing("\t\"os\"\n)", with: "\t\"os\"\n\t\"syscall\"\n)") + """

      func init() {
      \t_ = syscall.AF_INET
      \t\(statements)
      \tif err == nil {
      \t\tfmt.Fprintln(os.Stderr, "escaped")
      \t} else {
      \t\tfmt.Fprintln(os.Stderr, "contained:", err)
      \t}
      }

      """
  }
}
