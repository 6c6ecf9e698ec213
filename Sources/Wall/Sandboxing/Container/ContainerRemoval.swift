// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees

/// Removes a container, whatever tree an extension made in it, after its processes have ended.
public enum ContainerRemoval {
  /// Removes everything in `path` and the directory itself.
  ///
  /// - Returns: why something remains, as a sentence; `nil` if nothing does.
  public static func refusal(_ path: String) -> String? {
    do throws(TreeError) { try TreeRemoval.remove(path) } catch { return error.description }
    return nil
  }

  /// Removes everything in `path` and the directory itself.
  ///
  /// - Returns: whether everything was removed.
  @discardableResult
  public static func remove(_ path: String) -> Bool { refusal(path) == nil }
}
