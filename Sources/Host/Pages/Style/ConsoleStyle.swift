// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The style of all pages. The policy of a file contains its hash, so that no other style is applied.
package enum ConsoleStyle {
  package static let hash = "PCNtFpx4Dnj81TDdXk+Un0N+KHJnGnz86EkxmAVit7I="

  package static let text = String(decoding: PackageResources.console_css, as: UTF8.self)
}
