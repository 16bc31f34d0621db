// Sizes of every row that is built in, against the reference's. Options decide them, so this is how a wrong option shows.
import Foundation
import SerializerCore
import SerializerLibraries
import Testing

@Suite struct LibraryRowTests {
  /// Document 1 of seed 42, as the reference logs it.
  private static let document1 = [
    "Foundation.JSONEncoder": 448, "IkigaJSON": 448, "Foundation.PropertyListEncoder": 399, "BinaryCodable": 337,
    "SwiftMsgpack": 329, "SwiftCbor": 332, "SwiftBSON": 525, "Yams": 429, "XMLCoder": 729, "TOML": 508,
    "SwiftProtobuf": 155, "FlatBuffers": 440, "SwiftAvroCore": 114, "CapnProto": 376,
  ]

  /// All ten cells in the reference's order: message, document, telemetry, strings, event, each with 1 and 100 instances.
  private static let tenCells = [
    "IkigaJSON": [168, 16546, 448, 45404, 663, 65958, 411, 41431, 257, 25746],
    "SwiftProtobuf": [50, 4841, 155, 16265, 291, 29432, 368, 37330, 123, 12477],
    "SwiftAvroCore": [44, 4051, 114, 11967, 288, 28835, 338, 34033, 105, 10448],
    "SwiftCbor": [124, 12030, 332, 33372, 345, 34534, 345, 34732, 199, 19847],
    "Foundation.PropertyListEncoder": [197, 9627, 399, 32240, 514, 48907, 504, 49031, 264, 21061],
    "Foundation.JSONEncoder": [168, 16546, 448, 45404, 663, 65958, 411, 41431, 257, 25746],
  ]

  @Test("document 1 has the reference's size in every row") func document() throws {
    let fixture = try Fixture(Cell(.document, 1), kernel: SuiteKernel(), seed: defaultSeed)
    for row in LibraryRows.all {
      let bytes = try row.prepare(fixture.cell).output(fixture).count
      #expect(bytes == Self.document1[row.id], "\(row.id)")
    }
  }

  @Test("six rows have the published size in all ten cells") func cells() throws {
    let kernel = try SuiteKernel()
    for row in LibraryRows.all {
      guard let sizes = Self.tenCells[row.id] else { continue }
      let found = try Cell.all.map { cell in
        try row.prepare(cell).output(Fixture(cell, kernel: kernel, seed: defaultSeed)).count
      }
      #expect(found == sizes, "\(row.id)")
    }
  }

  @Test("every cell comes back within the reference's tolerance, by bytes and by stream") func fidelity() throws {
    let kernel = try SuiteKernel()
    for row in LibraryRows.all {
      for cell in Cell.all {
        let fixture = try Fixture(cell, kernel: kernel, seed: defaultSeed)
        for mode in Mode.allCases {
          let once = try row.prepare(cell).once(fixture, mode)
          #expect(once.tally.fidelity != .lossy && once.tally.values > 0, "\(row.id) \(cell.key) \(mode.rawValue)")
        }
      }
    }
  }

  @Test("rows that are built in are those of the catalogue") func catalogue() {
    let known = Set(RowCatalog.all.map(\.id))
    let built = Set(LibraryRows.all.map(\.id))
    #expect(built.isSubset(of: known))
    // A row is named as its module. What is missing was left out by name; Cap'n Proto also where its code was not generated.
    let without = ProcessInfo.processInfo.environment["ECHOMETER_SERIALIZERS_WITHOUT"] ?? ""
    let missing = known.subtracting(built).subtracting(without.split(separator: ",").map(String.init))
    #expect(missing.isSubset(of: ["CapnProto"]))
    #expect(RowSet(LibraryRows.all).reports().filter(\.isReady).count == LibraryRows.all.count)
  }
}
