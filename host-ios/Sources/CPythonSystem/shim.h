// Nothing but a name for pkg-config's python3-embed: CPyEmbed's C includes Python.h itself, Swift
// never does.
