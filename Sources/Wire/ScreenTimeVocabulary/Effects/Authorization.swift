// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The authorization state of a family (A1).
public enum Authorization: String, Codable, Sendable, CaseIterable {
  case notDetermined, denied, approved
}
