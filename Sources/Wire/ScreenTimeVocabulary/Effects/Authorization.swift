// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether the person approved a family (A1).
public enum Authorization: String, Codable, Sendable, CaseIterable {
  case notDetermined, denied, approved
}
