// What `echometer run` measures of the serializers by default: the well-known rows of each kind, warm enough to be ranked, in a
// minute or two. Everything else is left out by name.
import type { DataType } from '../../../kernel/api/facade/catalog.ts';

/** Behind it stands a whole id, where other words are parts of ids. */
export const EXACTLY = '=';

const ROWS = [
  // JavaScript.
  'JSON',
  'msgpackr (variableMapSize)',
  'cbor-x (variableMapSize)',
  'protobufjs (reflection int64=number)',
  'avsc',
  'flatbuffers',
  'v8.serialize',
  // Python.
  'json',
  'orjson',
  'msgpack (datetime)',
  'cbor2',
  'protobuf',
  'pickle (protocol 5)',
];

/** As `--serializer` takes them. */
export const SHORTLIST: readonly string[] = ROWS.map((id) => `${EXACTLY}${id}`);

export const SHORTLIST_TYPES: readonly DataType[] = ['message', 'document', 'telemetry'];
