import type { CapturedEvent, GroupKey, PropertyWrite } from './captured-event.js';

/**
 * The content of a record of the event log: the accepted events of a request, two lines each. The first line is a JSON object with the
 * fields of the event except empty ones; the second contains the properties, so that the sink need not parse them.
 */
export function encodeRecord(events: readonly CapturedEvent[]): Buffer {
  let text = '';
  for (const event of events) text += `${describe(event)}\n${event.properties}\n`;
  return Buffer.from(text, 'utf8');
}

/** Throws on bytes of an unknown version: skipping them would lose acknowledged data. */
export function decodeRecord(value: Uint8Array): CapturedEvent[] {
  const lines = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8').split('\n');
  const events: CapturedEvent[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) events.push(read(lines[i] ?? '', lines[i + 1] ?? ''));
  return events;
}

interface Description {
  readonly event: string;
  readonly id: string;
  readonly anon?: string;
  readonly session?: string;
  readonly time: string;
  readonly message: string;
  readonly groups?: readonly GroupKey[];
  readonly writes?: readonly PropertyWrite[];
  readonly trace?: string;
  readonly environment?: string;
  readonly service?: string;
  readonly release?: string;
}

function describe(event: CapturedEvent): string {
  const description: Description = {
    event: event.event,
    id: event.distinctId,
    anon: event.anonDistinctId || undefined,
    session: event.sessionId || undefined,
    time: String(event.timestampNs),
    message: event.messageId,
    groups: event.groups.length > 0 ? event.groups : undefined,
    writes: event.writes.length > 0 ? event.writes : undefined,
    trace: event.traceId || undefined,
    environment: event.environment || undefined,
    service: event.serviceName || undefined,
    release: event.release || undefined,
  };
  return JSON.stringify(description);
}

function read(line: string, properties: string): CapturedEvent {
  const description = JSON.parse(line) as Description;
  return {
    event: description.event,
    distinctId: description.id,
    anonDistinctId: description.anon ?? '',
    sessionId: description.session ?? '',
    timestampNs: BigInt(description.time),
    messageId: description.message,
    groups: description.groups ?? [],
    writes: description.writes ?? [],
    traceId: description.trace ?? '',
    environment: description.environment ?? '',
    serviceName: description.service ?? '',
    release: description.release ?? '',
    properties,
  };
}
