// A run without a driver, and the row process: files and answers.
import Foundation
import Testing

@testable import SerializerCore

/// A format that loses a value after it was probed: the third document comes back with another status.
private struct LosingFormat: CodableFormat {
  func encode<Value: Encodable>(_ value: Value) throws -> Data { try JSONEncoder().encode(value) }
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let text = String(decoding: data, as: UTF8.self).replacing(#""status":4"#, with: #""status":5"#)
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

@Suite struct RunTests {
  private func folder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("serializers-\(UUID().uuidString)").path
  }

  private func lines(_ path: String) throws -> [[String]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test("a smoke run writes every row of every block in the documented order") func smoke() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let options = RunOptions(folder: folder, stamp: "2026-11-30-120000")
    let logs = try SuiteRun(rows: RowSet(FoundationRows.all), options: options).run(progress: { _ in })
    let rows = try lines(logs[0])
    #expect(rows[0] == LogWriter.columns)
    #expect(rows.count == 1 + 10 * 2 * 2 * 2)
    let kernel = try SuiteKernel()
    let names = FoundationRows.all.map(\.id)
    let first = try kernel.order(2, of: "42|message|1|99d1c7fab316|bytes|0").map { names[$0] }
    #expect(rows[1...2].map { $0[5] } == first)
    #expect(rows[1...2].map { $0[21] } == ["0", "1"])
    for row in rows.dropFirst() {
      #expect(row.count == LogWriter.columns.count)
      #expect(Int(row[10]) == (Int(row[7]) ?? 0) + (Int(row[8]) ?? 0))
      #expect(row[15] == "1.00")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/2026-11-30-120000.errors.csv"))
    let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/2026-11-30-120000.configs.json"))
    let configs = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let serializers = try #require(configs["serializers"] as? [String: Any])
    #expect(serializers["count"] as? Int == 14)
  }

  @Test("a lost value is an error that ends the row in that cell and mode") func lost() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = RunOptions(folder: folder, stamp: "2026-11-30-120001")
    options.cells = [Cell(.message, 1), Cell(.document, 1)]
    let rows = RowSet([.codable(id: "Foundation.JSONEncoder", version: "test") { LosingFormat() }])
    let logs = try SuiteRun(rows: rows, options: options).run(progress: { _ in })
    #expect(try lines(logs[0]).dropFirst().allSatisfy { $0[2] == "message" })
    let errors = try lines(logs[0].replacing(".csv", with: ".errors.csv"))
    #expect(errors.count == 3)
    #expect(errors[1][0...3] == ["document", "Foundation.JSONEncoder", "bytes", "0"])
  }

  @Test("a warm series repeats its batches and keeps its first call apart") func warm() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = RunOptions(folder: folder, stamp: "2026-11-30-120002")
    options.cells = [Cell(.message, 1)]
    options.rounds = 1
    options.warmPlan.warmupMinNs = 1e6
    options.warmPlan.warmupCapNs = 2e6
    options.warmPlan.measureNs = 1e6
    let logs = try SuiteRun(rows: RowSet(FoundationRows.all), options: options).run(progress: { _ in })
    let rows = try lines(logs[1])
    #expect(rows[0] == LogWriter.columns + LogWriter.warmColumns)
    let json = rows.filter { $0[5] == "Foundation.JSONEncoder" }
    #expect(json.count >= 6 && json[0][4] == "0" && json[1][4] == "1")
    #expect(json.dropFirst().allSatisfy { (Int($0[29]) ?? 0) > 1 })
  }

  @Test("a row process answers its driver line by line") func session() throws {
    let session = RowSession(rows: RowSet(FoundationRows.all))
    func ask(_ line: String) throws -> [String: Any] {
      let answer = try JSONSerialization.jsonObject(with: Data(session.answer(line).utf8))
      return try #require(answer as? [String: Any])
    }
    let rows = try #require(try ask(#"{"op":"hello"}"#)["rows"] as? [[String: Any]])
    #expect(rows.count == 14)
    let reports = try rows.map { try ask(#"{"op":"probe","row":"\#($0["id"] as? String ?? "")"}"#) }
    #expect(reports.filter { $0["state"] as? String == "ok" }.count == 2)
    #expect(reports.allSatisfy { $0["state"] as? String == "ok" || $0["detail"] is String })
    let event =
      #"{\"event_id\":\"abcdefgh\",\"event_type\":\"abc\",\"occurred_at\":1704067200001,\"producer\":\"abc\",\"attrs\":[]}"#
    #expect(try ask(#"{"op":"fixture","key":"k","type":"event","instances":1,"text":"\#(event)"}"#).isEmpty)
    let once = try ask(#"{"op":"once","row":"Foundation.JSONEncoder","key":"k","mode":"stream"}"#)
    #expect((once["size"] as? Int ?? 0) > 50 && once["fidelity"] as? String == "exact")
    #expect((once["phasesNs"] as? [Double])?.count == 4)
    let batches = try ask(
      #"{"op":"batches","row":"Foundation.JSONEncoder","keys":["k"],"mode":"bytes","calls":3,"count":2,"least":1,"budgetNs":1e9,"collect":true}"#
    )
    #expect((batches["batches"] as? [[Double]])?.map(\.count) == [4, 4])
    #expect(try ask(#"{"op":"once","row":"Yams","key":"k","mode":"bytes"}"#)["error"] is String)
    #expect(try ask("not json")["error"] is String)
  }
}
