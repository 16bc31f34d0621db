@0xb281044f09e20199;
struct Message {
  fBool @0 :Bool;
  fInt32 @1 :Int32;
  fInt64 @2 :Int64;
  fFloat64 @3 :Float64;
  fString @4 :Text;
  fBool2 @5 :Bool;
  fInt322 @6 :Int32;
  fString2 @7 :Text;
}
struct Meta {
  region @0 :Text;
  version @1 :Int32;
}
struct Item {
  sku @0 :Text;
  qty @1 :Int32;
  priceMinor @2 :Int64;
}
struct Document {
  id @0 :Text;
  status @1 :Int32;
  meta @2 :Meta;
  items @3 :List(Item);
}
struct Telemetry {
  source @0 :Text;
  ts @1 :Int64;
  tags @2 :List(Text);
  values @3 :List(Float64);
}
struct Strings {
  items @0 :List(Text);
}
struct Attr {
  key @0 :Text;
  value @1 :Text;
}
struct Event {
  eventId @0 :Text;
  eventType @1 :Text;
  occurredAt @2 :Int64;
  producer @3 :Text;
  attrs @4 :List(Attr);
}
struct BatchMessage {
  items @0 :List(Message);
}
struct BatchDocument {
  items @0 :List(Document);
}
struct BatchTelemetry {
  items @0 :List(Telemetry);
}
struct BatchStrings {
  items @0 :List(Strings);
}
struct BatchEvent {
  items @0 :List(Event);
}
struct Edge {
  int64Max @0 :Int64;
  int64Min @1 :Int64;
  int53PlusOne @2 :Int64;
  int64Safe @3 :Int64;
  int32Min @4 :Int32;
  float64Max @5 :Float64;
  float64Denormal @6 :Float64;
  float64Inexact @7 :Float64;
  float32 @8 :Float32;
  negativeZero @9 :Float64;
  notANumber @10 :Float64;
  infinity @11 :Float64;
  negativeInfinity @12 :Float64;
  bytes @13 :Data;
  emptyBytes @14 :Data;
  unicode @15 :Text;
  loneSurrogate @16 :Text;
  nul @17 :Text;
  control @18 :Text;
  lineEnds @19 :Text;
  outerSpaces @20 :Text;
  numericText @21 :Text;
  booleanText @22 :Text;
  nullText @23 :Text;
  dateText @24 :Text;
  markup @25 :Text;
  longText @26 :Text;
  emptyText @27 :Text;
  emptyList @28 :List(Text);
  singleList @29 :List(Text);
  duplicates @30 :List(Text);
}
