// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The version of the host: what `sallyport --version` prints and a recording's header states.
package enum HostVersion {
  package static let current = "0.2.0"
}
