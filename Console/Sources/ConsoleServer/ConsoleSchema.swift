// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The JSON Schema of all calls, which the host's tests generate and compare with the reader of acts.
enum ConsoleSchema {
  static let text = String(decoding: PackageResources.console_1_json, as: UTF8.self)
}
