import protobuf from 'protobufjs';

/**
 * The common parts of histograms and samples in both versions, by the published schemas. Values and sums are doubles there; their bits are
 * given here, because a number of JavaScript cannot be one particular NaN.
 */
const SHARED = `
  message Sample { fixed64 value = 1; int64 timestamp = 2; int64 start_timestamp = 3; }
  message BucketSpan { sint32 offset = 1; uint32 length = 2; }
  message Histogram {
    oneof count { uint64 count_int = 1; double count_float = 2; }
    fixed64 sum = 3;
    sint32 schema = 4;
    double zero_threshold = 5;
    oneof zero_count { uint64 zero_count_int = 6; double zero_count_float = 7; }
    repeated BucketSpan negative_spans = 8;
    repeated sint64 negative_deltas = 9;
    repeated double negative_counts = 10;
    repeated BucketSpan positive_spans = 11;
    repeated sint64 positive_deltas = 12;
    repeated double positive_counts = 13;
    uint32 reset_hint = 14;
    int64 timestamp = 15;
    repeated double custom_values = 16;
    int64 start_timestamp = 17;
  }`;

const V1 = `syntax = "proto3"; package v1; ${SHARED}
  message Label { string name = 1; string value = 2; }
  message Exemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
  message TimeSeries {
    repeated Label labels = 1;
    repeated Sample samples = 2;
    repeated Exemplar exemplars = 3;
    repeated Histogram histograms = 4;
  }
  message MetricMetadata { uint32 type = 1; string metric_family_name = 2; string help = 4; string unit = 5; }
  message Request { repeated TimeSeries timeseries = 1; repeated MetricMetadata metadata = 3; }`;

const V2 = `syntax = "proto3"; package v2; ${SHARED}
  message Exemplar { repeated uint32 labels_refs = 1; double value = 2; int64 timestamp = 3; }
  message Metadata { uint32 type = 1; uint32 help_ref = 3; uint32 unit_ref = 4; }
  message TimeSeries {
    repeated uint32 labels_refs = 1;
    repeated Sample samples = 2;
    repeated Histogram histograms = 3;
    repeated Exemplar exemplars = 4;
    Metadata metadata = 5;
    int64 created_timestamp = 6;
  }
  message Request { repeated string symbols = 4; repeated TimeSeries timeseries = 5; }`;

const TYPES = {
  1: protobuf.parse(V1).root.lookupType('v1.Request'),
  2: protobuf.parse(V2).root.lookupType('v2.Request'),
} as const;

/** Encodes a request with an independent library, from an object with the names of the fields in lowerCamelCase. */
export function encodeRequest(version: 1 | 2, request: object): Buffer {
  const type = TYPES[version];
  return Buffer.from(type.encode(type.fromObject(request)).finish());
}
