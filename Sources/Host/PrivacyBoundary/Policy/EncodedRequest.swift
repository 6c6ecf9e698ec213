// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A message that passed the flow policy: the only form in which `HostCore` sends something to a process (PRIV-FP1).
///
/// Only `RequestEncoder` and `SealedRequest` create it. The connection adds ids, which count within one process and
/// reveal nothing.
package struct EncodedRequest: Hashable, Sendable {
  /// The member of the envelope that the body becomes.
  package enum Form: Hashable, Sendable {
    /// `params` of this method.
    case call(Method)
    /// `result` of the extension's request of this method.
    case result(Method)
    /// `error` of a reply.
    case failure
  }

  package let form: Form
  package let point: ExtensionPoint
  package let body: WireValue

  init(form: Form, point: ExtensionPoint, body: WireValue) {
    self.form = form
    self.point = point
    self.body = body
  }
}
