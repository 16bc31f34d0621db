// The published instances and sizes for seed 42: what every other runtime's data is compared with.
import Foundation
import SerializerCore
import Testing

/// The repository's golden files, which the other languages' tests read too.
enum Golden {
  static func text(_ name: String) throws -> Data {
    let repository = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try Data(contentsOf: repository.appendingPathComponent("test/golden/serializers/\(name)"))
  }

  /// Size by column name, per cell.
  static func sizes() throws -> [Cell: [String: Int]] {
    let lines = String(decoding: try text("golden-sizes-seed42.csv"), as: UTF8.self).split(separator: "\n")
    let header = lines[0].split(separator: ",").map(String.init)
    return try lines.dropFirst().reduce(into: [:]) { sizes, line in
      let cells = line.split(separator: ",").map(String.init)
      let type = try #require(DataType(rawValue: cells[0]))
      let values = zip(header, cells).dropFirst(2).compactMap { name, cell in Int(cell).map { (name, $0) } }
      sizes[Cell(type, Int(cells[1]) ?? 0)] = Dictionary(uniqueKeysWithValues: values)
    }
  }
}

/// Compares what the kernel draws with the first three published instances of a type.
private struct InstanceCheck: RecordVisitor {
  let kernel: SuiteKernel
  let published: [Any]

  func visit<Record: SuiteRecord>(_ record: Record.Type) throws -> Int {
    for (index, instance) in published.enumerated() {
      let text = try JSONSerialization.data(withJSONObject: instance)
      var tally = Tally()
      let drawn = try kernel.instance(record, index: index, seed: defaultSeed)
      drawn.compare(try JSONDecoder().decode(record, from: text), &tally)
      #expect(tally.fidelity == .exact, "\(Record.dataType) \(index)")
    }
    return published.count
  }
}

@Suite struct GoldenTests {
  @Test("the kernel draws the published instances") func instances() throws {
    let root = try JSONSerialization.jsonObject(with: Golden.text("instances-seed42-first3.json"))
    let all = try #require(root as? [String: [Any]])
    let kernel = try SuiteKernel()
    for type in DataType.allCases {
      let published = try #require(all[type.rawValue])
      #expect(try type.visit(InstanceCheck(kernel: kernel, published: published)) == 3)
    }
  }

  @Test("JSON and property lists have the published size in all ten cells") func sizes() throws {
    let golden = try Golden.sizes()
    let kernel = try SuiteKernel()
    let columns = ["Foundation.JSONEncoder": "json", "Foundation.PropertyListEncoder": "bplist"]
    for row in FoundationRows.all {
      let column = try #require(columns[row.id])
      for cell in Cell.all {
        let fixture = try Fixture(cell, kernel: kernel, seed: defaultSeed)
        let bytes = try row.prepare(cell).output(fixture).count
        #expect(bytes == golden[cell]?[column], "\(row.id) \(cell.key)")
      }
    }
  }

  @Test("a driver's JSON text gives the instances that the kernel draws") func fixtures() throws {
    let kernel = try SuiteKernel()
    let json = FoundationRows.all[0]
    for cell in Cell.all {
      let drawn = try Fixture(cell, kernel: kernel, seed: defaultSeed)
      let text = try json.prepare(cell).output(drawn)
      let parsed = try Fixture(cell, json: String(decoding: text, as: UTF8.self))
      #expect(try json.prepare(cell).output(parsed).count == text.count)
      #expect(try json.prepare(cell).fidelity(of: parsed) == .exact)
    }
  }

  @Test("the block shuffle is the documented one") func shuffle() throws {
    let order = try SuiteKernel().order(3, of: "42|message|1|abc|bytes|0")
    #expect(order.map { ["A", "B", "C"][$0] } == ["C", "B", "A"])
  }
}
