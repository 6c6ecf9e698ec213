// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One mount or symlink in the extension's view.
struct ViewEntry: Sendable {
  enum Source: Sendable {
    case tree(Descriptor)
    case link(String)
  }
  var target: String
  var source: Source
  var isWritable = false
  var isExecutable = true

  var descriptor: Descriptor? {
    switch source {
    case .tree(let descriptor): descriptor
    case .link: nil
    }
  }
}
