// `echometer/rows`: what a row of your own is, and the codecs that most rows are made of.
export type { OwnRow } from './own.ts';
export type { Codec, Encoded, LoadedRow, Row, RowKind, StreamCodec } from './row.ts';
export { noConversion, plainCodec, rootedCodec, textCodec } from './row.ts';
