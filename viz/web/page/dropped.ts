// What was dropped on the page, and what is said when it cannot be read: types only.

/** A file as it was dropped: its path within the drop, and its bytes on demand. */
export interface DroppedFile {
  readonly path: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export interface LoadFailure {
  readonly code: string;
  readonly message: string;
}
