// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationShims
import Synchronization
import Testing

/// Network requests of sources that were written for a phone.
@Suite struct URLSessionTests {
  private let url = URL(filePath: "/settings")

  @Test func `a request fails as without a connection, before resume returns`() {
    let failure = Mutex<URLError.Code?>(nil)
    let task = URLSession.shared.dataTask(with: url) { data, response, error in
      #expect(data == nil && response == nil)
      failure.withLock { $0 = (error as? URLError)?.code }
    }
    #expect(failure.withLock { $0 } == nil)
    task.resume()
    #expect(failure.withLock { $0 } == .notConnectedToInternet)
    #expect(task.state == .completed)
  }

  @Test func `an awaited request throws the same error`() async {
    await #expect(throws: URLError(.notConnectedToInternet)) {
      _ = try await URLSession(configuration: .ephemeral).data(for: URLRequest(url: url))
    }
  }

  @Test func `header fields are compared without regard to case`() {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("a", forHTTPHeaderField: "Accept")
    request.addValue("b", forHTTPHeaderField: "accept")
    #expect(request.value(forHTTPHeaderField: "ACCEPT") == "a,b")
    #expect(request.allHTTPHeaderFields?.count == 1)
  }
}
