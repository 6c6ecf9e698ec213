// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI

/// Resolves a view as a reply does.
@MainActor
func tree(
  _ view: some View, at destination: ResolveSession.Destination = .report, width: CGFloat = 360, height: CGFloat = 240,
  environment: EnvironmentValues = EnvironmentValues()
) throws -> WireValue {
  try resolved(view, at: destination, width: width, height: height, environment: environment).tree
}

/// Resolves a view and returns the tree together with its session.
@MainActor
func resolved(
  _ view: some View, at destination: ResolveSession.Destination = .report, width: CGFloat = 360, height: CGFloat = 240,
  environment: EnvironmentValues = EnvironmentValues(), states: StateStore? = nil
) throws -> (tree: WireValue, session: ResolveSession) {
  let session = ResolveSession(destination: destination, states: states)
  let encoder = ViewTreeEncoder(
    session: session, environment: environment, size: CGSize(width: width, height: height))
  return (try encoder.encode(view), session)
}
