import { JSON_TYPE } from '@svc/http';
import { readEnvelopeKey } from '@svc/sentry';
import { ServiceError } from '@svc/service-error';
import type { ForeignFormat } from '../receive/formats.js';
import { isPublishable } from '../receive/identify.js';
import type { Receipt } from '../receive/receipt.js';
import type { Wire, WireAnswer } from './wire.js';

/** SDKs in pages read these headers. */
const EXPOSED = {
  'access-control-expose-headers': 'retry-after, x-request-id, x-sentry-error, x-sentry-rate-limits',
};
/** The number of the project may be any, because the key tells the project. */
const PATH = /^\/api\/\d+\/(envelope|store)$/;

const wire = (format: ForeignFormat, bodyKey?: Wire['bodyKey']): Wire => ({
  name: 'sentry',
  // Envelopes may have traces as well.
  signal: 'logs',
  // Pages cannot choose the type of a beacon.
  format: () => format,
  bodyKey,
  accepted: (receipt) => toAnswer(200, { id: receipt.eventId }, toRejected(receipt)),
  refused: (error) => toAnswer(error.httpStatus, { detail: error.message }, toRefusal(error)),
});

const WIRES: ReadonlyMap<string, Wire> = new Map([
  ['envelope', wire('sentry-envelope', findEnvelopeKey)],
  ['store', wire('sentry-store')],
]);

/** Envelopes of Sentry's SDKs, and the single events of older ones, by the path of a project. */
export function sentryWire(path: string): Wire | undefined {
  return WIRES.get(PATH.exec(path)?.[1] ?? '');
}

/** SDKs that are told to send to an address of the application itself name their DSN in the envelope only. */
function findEnvelopeKey(body: Buffer): string | undefined {
  const key = readEnvelopeKey(body);
  if (key === undefined || isPublishable(key)) return key;
  throw new ServiceError('unauthenticated', {
    message: 'A key in an envelope must be a publishable key; send any other key in the header X-Sentry-Auth.',
  });
}

/** SDKs read any answer but 200 as the loss of everything, so a header reports a partial loss. */
function toRejected({ items, rejected, reasons }: Receipt): Record<string, string> {
  if (rejected === 0) return {};
  const why = reasons.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  return { 'x-svc-rejected': `${rejected} of ${items} records were rejected: ${why}.` };
}

/** SDKs send nothing for as many seconds as a limit states, whose categories are all if it names none. */
function toRefusal({ httpStatus, message, retryAfterSeconds = 1 }: ServiceError): Record<string, string> {
  const headers = { 'x-sentry-error': message };
  return httpStatus === 429 ? { ...headers, 'x-sentry-rate-limits': `${retryAfterSeconds}::project` } : headers;
}

function toAnswer(status: number, body: object, headers: Readonly<Record<string, string>>): WireAnswer {
  return { status, headers: { ...EXPOSED, ...headers, 'content-type': JSON_TYPE }, body: JSON.stringify(body) };
}
