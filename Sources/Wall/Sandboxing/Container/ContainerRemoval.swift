// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees

/// Removal of a container, whatever tree an extension made in it, once its processes are gone (section 6).
public enum ContainerRemoval {
  /// Removes everything in `path` and the directory itself.
  ///
  /// - Returns: why something is left, one sentence; `nil` when nothing is.
  public static func refusal(_ path: String) -> String? {
    do throws(TreeError) { try TreeRemoval.remove(path) } catch { return error.description }
    return nil
  }

  /// Removes everything in `path` and the directory itself.
  ///
  /// - Returns: whether nothing is left.
  @discardableResult
  public static func remove(_ path: String) -> Bool { refusal(path) == nil }
}
