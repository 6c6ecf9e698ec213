// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ExtensionAdoption

/// Projects of both kinds: with a list of files, and with folders that Xcode 16 synchronises with the disk.
@Suite struct XcodeProjectTests {
  @Test func `finds the extension targets of a project, their files and their Swift version`() throws {
    try Workspace.with { place in
      for file in [
        "App/App.swift", "Shared/Group.swift", "Own/Own.swift", "Own/Info.plist", "Sync/Deep/New.swift",
        "Sync/Left.swift",
      ] {
        let path = "\(place)/\(file)"
        try FileWriting.makeDirectory(URL(filePath: path).deletingLastPathComponent().path)
        try FileWriting.write("// \(file)\n", to: path)
      }
      try FileWriting.makeDirectory(place + "/Demo.xcodeproj")
      try FileWriting.write(Self.project, to: place + "/Demo.xcodeproj/project.pbxproj")
      let project = try #require(try XcodeProject(at: place))
      #expect(project.name == "Demo")
      let targets = try project.extensions().map { try $0.get() }
      #expect(targets.map(\.folder.name) == ["OwnExtension", "SyncExtension"])
      #expect(targets.map(\.languageMode) == [5, 6])
      #expect(
        targets[0].folder.swiftFiles.map { $0.dropFirst(place.count + 1) } == ["Own/Own.swift", "Shared/Group.swift"])
      #expect(targets[0].folder.infoFiles.count == 1)
      #expect(targets[1].folder.swiftFiles.map { $0.dropFirst(place.count + 1) } == ["Sync/Deep/New.swift"])
    }
  }

  @Test func `a folder without a project has none`() throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place)
      #expect(try XcodeProject(at: place) == nil)
    }
  }

  private static let project = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objectVersion = 77;
      objects = {
        A0 /* Project object */ = {isa = PBXProject; mainGroup = G0; targets = (T0, T1, T2); };
        G0 = {isa = PBXGroup; children = (G1 /* App */, G2, G3, S1 /* Sync */); sourceTree = "<group>"; };
        G1 = {isa = PBXGroup; path = App; children = (F1); sourceTree = "<group>"; };
        G2 = {isa = PBXGroup; path = Own; children = (F2); sourceTree = "<group>"; };
        G3 = {isa = PBXGroup; name = "Shared files"; path = Shared; children = (F3); sourceTree = "<group>"; };
        F1 /* App.swift */ = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
        F2 = {isa = PBXFileReference; path = Own.swift; sourceTree = "<group>"; };
        F3 = {isa = PBXFileReference; path = Shared/Group.swift; sourceTree = SOURCE_ROOT; };
        S1 = {isa = PBXFileSystemSynchronizedRootGroup; path = Sync; exceptions = (E1); sourceTree = "<group>"; };
        E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Left.swift); target = T2; };
        B2 = {isa = PBXBuildFile; fileRef = F2; };
        B3 = {isa = PBXBuildFile; fileRef = F3; };
        P1 = {isa = PBXSourcesBuildPhase; files = (B2, B3); };
        T0 = {isa = PBXNativeTarget; name = Demo; productType = "com.apple.product-type.application"; };
        T1 = {isa = PBXNativeTarget; name = OwnExtension; productType = "com.apple.product-type.app-extension";
              buildPhases = (P1); buildConfigurationList = L1; };
        T2 = {isa = PBXNativeTarget; name = SyncExtension; productType = "com.apple.product-type.extensionkit-extension";
              fileSystemSynchronizedGroups = (S1); buildConfigurationList = L2; };
        L1 = {isa = XCConfigurationList; buildConfigurations = (C1); };
        L2 = {isa = XCConfigurationList; buildConfigurations = (C2); };
        C1 = {isa = XCBuildConfiguration; name = Release; buildSettings = {INFOPLIST_FILE = "$(SRCROOT)/Own/Info.plist"; SWIFT_VERSION = 5.0; }; };
        C2 = {isa = XCBuildConfiguration; name = Release; buildSettings = {SWIFT_VERSION = 6.0; }; };
      };
      rootObject = A0 /* Project object */;
    }
    """
}
