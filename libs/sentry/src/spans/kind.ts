import type { Json } from '@svc/otlp/wire';
import { toText } from '../fields/read-fields.js';

/** Kinds of spans in OTLP. */
export const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const NAMED = new Map<string, Kind>(Object.entries(KIND));

/** Kinds by the beginnings of operations, the longest of each first. */
const BY_OPERATION: readonly (readonly [string, Kind])[] = [
  ['http.server', KIND.server],
  ['grpc.server', KIND.server],
  ['rpc.server', KIND.server],
  ['websocket.server', KIND.server],
  ['http.client', KIND.client],
  ['http.graphql', KIND.client],
  ['grpc.client', KIND.client],
  ['rpc', KIND.client],
  ['db', KIND.client],
  ['cache', KIND.client],
  ['queue.publish', KIND.producer],
  ['queue.submit', KIND.producer],
  ['queue.create', KIND.producer],
  ['queue.process', KIND.consumer],
  ['queue.receive', KIND.consumer],
  ['queue.task', KIND.consumer],
];

/** The kind of a span: as stated, as OpenTelemetry's SDK would say, otherwise by its operation. */
export function findKind(stated: Json | undefined, operation: string): Kind {
  const named = NAMED.get(toText(stated)?.toLowerCase() ?? '');
  return named ?? BY_OPERATION.find(([start]) => isOrBegins(operation, start))?.[1] ?? KIND.internal;
}

function isOrBegins(operation: string, start: string): boolean {
  return operation === start || operation.startsWith(`${start}.`);
}
