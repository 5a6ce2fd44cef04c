import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import type { Signal } from '../signal.js';

const ROOT = fileURLToPath(new URL('../../third_party/opentelemetry-proto/', import.meta.url));
const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'trace.v1.ExportTrace',
  logs: 'logs.v1.ExportLogs',
  metrics: 'metrics.v1.ExportMetrics',
};

const root = new protobuf.Root();
root.resolvePath = (_origin, target) => ROOT + target;
root.loadSync(
  ['trace', 'logs', 'metrics'].map((name) => `opentelemetry/proto/collector/${name}/v1/${name}_service.proto`),
);

/** The published schema, read by an independent library, as the reference for the hand-written code. */
export function requestType(signal: Signal): protobuf.Type {
  return root.lookupType(`opentelemetry.proto.collector.${SERVICES[signal]}ServiceRequest`);
}

export function responseType(signal: Signal): protobuf.Type {
  return root.lookupType(`opentelemetry.proto.collector.${SERVICES[signal]}ServiceResponse`);
}

/** Encodes a request given as protobufjs takes it: lowerCamelCase, ids as bytes, 64-bit integers as decimal strings. */
export function encodeRequest(signal: Signal, request: object): Buffer {
  const type = requestType(signal);
  return Buffer.from(type.encode(type.fromObject(request)).finish());
}

/** Decodes a request into plain objects: 64-bit integers as decimal strings, bytes as Buffers, absent optional fields absent. */
export function decodeRequest(signal: Signal, body: Uint8Array): Record<string, unknown> {
  const type = requestType(signal);
  return type.toObject(type.decode(body), { longs: String, bytes: Buffer, arrays: true, defaults: false, json: false });
}
