import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { fit, wrap } from '../../layout/layout.js';
import { joinFacts } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';

/** Attributes that explain most failures, in the current names of OpenTelemetry and in those of older SDKs. */
const TELLING = [
  'error.type',
  'http.response.status_code',
  'http.status_code',
  'rpc.response.status_code',
  'rpc.grpc.status_code',
  'http.request.method',
  'http.method',
  'http.route',
  'url.full',
  'http.url',
  'server.address',
  'net.peer.name',
  'db.system.name',
  'db.system',
  'db.query.text',
  'db.statement',
  'messaging.destination.name',
];
const MAX_EXCEPTIONS = 3;
const MAX_LINES = 3;
const MAX_VALUE = 60;

export function isFailed({ status }: JsonObject): boolean {
  return status === 'error';
}

/**
 * Prints why a span failed: its exceptions with type and message, its status message if that says more, and its most telling
 * attributes. Returns no lines for other spans.
 */
export function printFailure(span: JsonObject, indent: string, { width, colors }: Page): string[] {
  if (!isFailed(span)) return [];
  const room = width === undefined ? Infinity : Math.max(1, width - indent.length);
  const reasons = getReasons(span).flatMap((reason) => wrap(reason, room, MAX_LINES));
  const facts = joinFacts(getFacts(span), '  ', { width: width === undefined ? width : room });
  return [
    ...reasons.map((line) => indent + colors.red(line)),
    ...(facts === '' ? [] : facts.split('\n').map((line) => indent + colors.dim(line))),
  ];
}

function getReasons(span: JsonObject): string[] {
  const exceptions = objectsAt(span, 'events')
    .filter(({ name }) => name === 'exception')
    .map(({ attributes }) => {
      const said = isObject(attributes) ? attributes : {};
      return [said['exception.type'], said['exception.message']].map(text).filter(Boolean).join(': ');
    });
  const known = [...new Set(exceptions.filter(Boolean))].slice(0, MAX_EXCEPTIONS);
  const message = text(span['status_message']);
  const isNew = message !== '' && !known.some((exception) => exception.includes(message));
  return [...known, ...(isNew ? [message] : [])];
}

function getFacts({ attributes }: JsonObject): string[] {
  const all = isObject(attributes) ? attributes : {};
  return TELLING.filter((name) => Object.hasOwn(all, name)).map((name) => `${name}=${fit(text(all[name]), MAX_VALUE)}`);
}

function text(value: Json | undefined): string {
  return oneLine(plainText(value));
}
