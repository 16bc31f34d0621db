// Every row that runs in Node and in a browser, in registration order: the schedule shuffles from it, so a row is only ever added at the end of its group.
import { bsonRow } from './library/bson.ts';
import { capnpRows } from './library/capnp-es.ts';
import { cborXRow } from './library/cbor-x.ts';
import { cborgRow } from './library/cborg.ts';
import { fastJsonRow } from './library/fast-json-stringify.ts';
import { xmlRow } from './library/fast-xml-parser.ts';
import { flatbuffersRows } from './library/flatbuffers.ts';
import { jsonRows } from './library/json.ts';
import { msgpackRows } from './library/msgpack.ts';
import { msgpackrRows } from './library/msgpackr.ts';
import { pbfRow } from './library/pbf.ts';
import { plistRows } from './library/plist.ts';
import { protobufEsRow } from './library/protobuf-es.ts';
import { protobufjsRow } from './library/protobufjs.ts';
import { tomlRows } from './library/toml.ts';
import { valueRows } from './library/values.ts';
import { yamlRows } from './library/yaml.ts';
import type { Row } from './row.ts';

export const PORTABLE_ROWS: readonly Row[] = [
  ...jsonRows,
  fastJsonRow,
  ...msgpackrRows,
  ...msgpackRows,
  cborXRow,
  cborgRow,
  protobufEsRow,
  protobufjsRow,
  pbfRow,
  ...flatbuffersRows,
  ...capnpRows,
  bsonRow,
  ...plistRows,
  ...tomlRows,
  xmlRow,
  ...yamlRows,
  ...valueRows,
];
