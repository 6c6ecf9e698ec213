// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sessions of network requests.
///
/// ### On Linux
/// An extension has no network. Each request fails at once with `URLError.notConnectedToInternet`, as on a phone without
/// a connection, so sources that send reports or fetch settings compile and take the path for that case.
open class URLSession: NSObject, @unchecked Sendable {
  // SAFETY: all stored properties are constants.
  public static let shared = URLSession(configuration: .default)

  public let configuration: URLSessionConfiguration
  public let delegate: (any URLSessionDelegate)?

  public init(configuration: URLSessionConfiguration) {
    self.configuration = configuration
    delegate = nil
  }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    self.configuration = configuration
    self.delegate = delegate
  }

  public typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  open func dataTask(with url: URL) -> URLSessionDataTask { URLSessionDataTask { _, _, _ in } }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask { _, _, _ in } }
  open func dataTask(with url: URL, completionHandler: @escaping Completion) -> URLSessionDataTask {
    URLSessionDataTask(completionHandler)
  }
  open func dataTask(with request: URLRequest, completionHandler: @escaping Completion) -> URLSessionDataTask {
    URLSessionDataTask(completionHandler)
  }
  open func uploadTask(
    with request: URLRequest, from bodyData: Data?, completionHandler: @escaping Completion
  ) -> URLSessionUploadTask { URLSessionUploadTask(completionHandler) }

  open func data(from url: URL) async throws -> (Data, URLResponse) { throw URLError(.notConnectedToInternet) }
  open func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    throw URLError(.notConnectedToInternet)
  }
  open func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse) {
    throw URLError(.notConnectedToInternet)
  }

  open func invalidateAndCancel() {}
  open func finishTasksAndInvalidate() {}
}

public protocol URLSessionDelegate: AnyObject, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  // SAFETY: nothing reads the properties, because no request is sent.
  open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration { URLSessionConfiguration() }

  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 604_800
  open var waitsForConnectivity = false
  open var allowsCellularAccess = true
  open var isDiscretionary = false
  open var sessionSendsLaunchEvents = false
  open var sharedContainerIdentifier: String?
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
}

/// A request that was prepared. It fails when it is resumed, before `resume` returns, so that a callback's answer doesn't
/// depend on which of the two is faster.
open class URLSessionTask: NSObject, @unchecked Sendable {
  // SAFETY: `completion` is a constant, and `state` is only informative.
  public enum State: Int, Sendable { case running, suspended, canceling, completed }

  open private(set) var state = State.suspended
  private let completion: URLSession.Completion

  init(_ completion: @escaping URLSession.Completion) { self.completion = completion }

  open func resume() {
    guard state == .suspended else { return }
    state = .completed
    completion(nil, nil, URLError(.notConnectedToInternet))
  }

  open func suspend() {}

  open func cancel() {
    guard state == .suspended else { return }
    state = .completed
    completion(nil, nil, URLError(.cancelled))
  }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
