// Every row that its manifest has chosen, as a program: served to host-node, or run by itself.
import SerializerCore
import SerializerLibraries

SerializerProgram.main(rows: LibraryRows.all, arguments: Array(CommandLine.arguments.dropFirst()))
