// One cell of a plan: what is encoded. A type of the catalogue, so many instances of it, or a value of the user's.

export interface Cell {
  /** A data type of the catalogue, or the name of the user's own value. */
  readonly type: string;
  readonly instances: number;
  readonly hash: string;
  readonly key: string;
  /** JSON of the user's own value; the catalogue's are generated. */
  readonly text?: string;
}
