// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ConsoleServer
import Foundation

// Started by `sallyport console`, which has checked its arguments: --state DIR --sallyport PATH [--port N] [--read-only]
// [--no-names].

func complain(_ text: String) { FileHandle.standardError.write(Data("sallyport-console: \(text)\n".utf8)) }

var options: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
  switch name {
  case "--read-only", "--no-names": options[name] = ""
  case "--state", "--sallyport", "--port":
    guard let value = arguments.popFirst() else {
      complain("\(name) needs a value.")
      exit(2)
    }
    options[name] = value
  default:
    complain("“\(name)” is not an option; start it with `sallyport console`.")
    exit(2)
  }
}
guard let state = options["--state"], let sallyport = options["--sallyport"],
  let port = UInt16(options["--port"] ?? "0")
else {
  complain("start it with `sallyport console`.")
  exit(2)
}

let server = ConsoleServer(
  .init(
    state: state, sallyport: sallyport, port: Int(port), isReadOnly: options["--read-only"] != nil,
    hidesNames: options["--no-names"] != nil))
do {
  try await server.run { link in FileHandle.standardOutput.write(Data("\(link)\n".utf8)) }
} catch {
  complain("127.0.0.1:\(port) can’t be served: \(error)")
  exit(1)
}
