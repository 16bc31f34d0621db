// Takes folders out of texts that come from elsewhere (a worker's stderr, an error's message) before they are stored:
// results hold no user path. It leaves names of files and everything else as they are. Host-node's results/redact.ts.

extension String {
  /// An absolute path of at least two parts loses everything up to its last slash; spaces end it.
  var withoutFolders: String {
    replacing(/(?:~|\/)(?:[^\s\/'"`:;,()\[\]]+\/)+/, with: ".../")
  }
}
