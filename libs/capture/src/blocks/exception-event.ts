import { claimsFor, readFingerprint, toDebugIds, type ErrorRow } from '@svc/otlp/errors';
import { analyzeError } from '@svc/stacks';
import type { CapturedEvent } from '../captured-event.js';
import type { CaptureEnvelope } from '../record-headers.js';

type Fields = Readonly<Record<string, unknown>>;

/** The error that an event of this name reports, or undefined if its properties have none. */
export function toErrorRow(event: CapturedEvent, envelope: CaptureEnvelope, recordId: string): ErrorRow | undefined {
  const properties = toFields(JSON.parse(event.properties));
  const exceptions = toList(properties['$exception_list']);
  const [first = {}] = exceptions;
  const type = findText(properties, '$exception_type', 'type') || findText(first, 'type');
  const message = findText(properties, '$exception_message', 'message') || findText(first, 'value', 'message');
  const stacktrace = exceptions.length > 0 ? JSON.stringify(exceptions) : findText(properties, ...STACKS);
  if (type === '' && message === '' && stacktrace === '') return undefined;
  const { projectNumber, retentionDays } = envelope;
  const { serviceName, environment, release, traceId, messageId, groups, sessionId, distinctId } = event;
  const mechanism = toFields(first['mechanism'] ?? properties['mechanism']);
  const dist = findText(properties, '$dist', 'dist');
  const debugIds = { ...chunkIds(exceptions), ...toDebugIds(properties['$debug_ids'] ?? properties['debug_ids']) };
  const spanId = toSpanId(properties);
  const {
    stack: _stack,
    needsSymbols: _needsSymbols,
    ...error
  } = analyzeError({
    platform: findText(properties, 'platform', '$lib'),
    type,
    message,
    stacktrace,
    fingerprint: toFingerprint(properties['$exception_fingerprint'] ?? properties['fingerprint']),
    serviceName,
    release,
    dist,
    debugIds,
  });
  return {
    projectNumber,
    retentionDays,
    timestampNs: event.timestampNs,
    recordId,
    source: 'event',
    level: toLevel(findText(properties, '$exception_level', 'level')),
    handled: toHandled(mechanism['handled'] ?? properties['$exception_handled'] ?? properties['handled']),
    mechanism: findText(mechanism, 'type') || findText(properties, 'mechanism'),
    error,
    stacktrace,
    dist,
    debugIds,
    traceId,
    spanId,
    serviceName,
    environment,
    release,
    scopeName: '',
    scopeVersion: '',
    resourceHash: '',
    sessionId,
    distinctId,
    groups,
    attributes: () => Object.entries(properties).flatMap(([key, value]) => toAttributes(key, value)),
    claims: claimsFor(error, { projectNumber, serviceName, traceId, spanId, parentSpanId: '', messageId }),
  };
}

const STACKS = ['$exception_stack_trace_raw', '$exception_stack', 'stack', 'stacktrace'];

/** These have columns of their own, or repeat a property that has one. */
const COLUMNS = new Set([
  '$exception_list',
  '$exception_type',
  '$exception_message',
  '$exception_level',
  '$exception_handled',
  '$exception_types',
  '$exception_values',
  '$debug_ids',
  'debug_ids',
  'type',
  'message',
  'mechanism',
  'handled',
  'level',
  '$dist',
  'dist',
  ...STACKS,
]);

function toAttributes(key: string, value: unknown): ReturnType<ErrorRow['attributes']> {
  if (COLUMNS.has(key)) return [];
  if (typeof value === 'string') return [{ key, value, type: '' }];
  if (typeof value === 'boolean') return [{ key, value: String(value), type: 'b' }];
  if (typeof value === 'number') return [{ key, value: String(value), type: Number.isInteger(value) ? 'i' : 'd' }];
  return [{ key, value: value === null ? '' : JSON.stringify(value), type: value === null ? 'n' : 'j' }];
}

/** PostHog's bundler plugin puts the debug ID of its file into each frame. */
function chunkIds(exceptions: readonly Fields[]): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const exception of exceptions) {
    for (const frame of toList(toFields(exception['stacktrace'])['frames'])) {
      const [file, id] = [findText(frame, 'abs_path', 'filename', 'file'), findText(frame, 'chunk_id')];
      if (file !== '' && id !== '' && file !== '__proto__') ids[file] = id.toLowerCase();
    }
  }
  return ids;
}

function toFingerprint(value: unknown): readonly string[] {
  if (typeof value === 'string') return readFingerprint(value);
  return Array.isArray(value) ? readFingerprint(JSON.stringify(value)) : [];
}

const LEVELS: Readonly<Record<string, string>> = {
  fatal: 'fatal',
  critical: 'fatal',
  error: 'error',
  warning: 'warning',
  warn: 'warning',
  info: 'info',
  log: 'info',
  debug: 'debug',
};

function toLevel(level: string): string {
  return LEVELS[level.toLowerCase()] ?? 'error';
}

function toHandled(value: unknown): string {
  if (value === true || value === 'true') return 'yes';
  return value === false || value === 'false' ? 'no' : '';
}

function toSpanId(properties: Fields): string {
  const id = findText(properties, '$span_id', 'span_id');
  return /^(?!0{16})[0-9a-f]{16}$/i.test(id) ? id.toLowerCase() : '';
}

function findText(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function toList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(toFields) : [];
}
