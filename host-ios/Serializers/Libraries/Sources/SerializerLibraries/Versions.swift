// Versions that depend on the compiler, as Package.swift chooses them; a test compares the two files.

enum Versions {
  #if compiler(>=6.1)
    static let protobuf = "1.38.1"
    static let ikigaJson = "2.4.4"
  #else
    static let protobuf = "1.37.0"
    static let ikigaJson = "2.4.1"
  #endif
}
