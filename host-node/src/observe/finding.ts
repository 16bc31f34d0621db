// One line of `echometer doctor`: a type only.

/** `missing` stops a run, `limits` makes it poorer, `note` is worth knowing. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'missing' | 'limits' | 'note';
  readonly what: string;
  readonly next: string;
}
