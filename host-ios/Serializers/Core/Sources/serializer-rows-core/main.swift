// The rows of Foundation as a program; ../../../Libraries has the one with every library.
import SerializerCore

SerializerProgram.main(rows: FoundationRows.all, arguments: Array(CommandLine.arguments.dropFirst()))
