import { parseExactJson } from '@svc/contract/exact-json';
import type { JsonValue } from '@svc/redaction';
import { ServiceError } from '@svc/service-error';
import type { CapturedEvent } from './captured-event.js';
import { readEvent, type CaptureContext } from './event.js';
import { internalIds } from './internal-ids.js';
import { locateEvents, repeatedMembers, type EventText } from './members.js';
import { EventRefusal, type CaptureErrorCode } from './refusal.js';
import { UnknownFields, type CaptureWarning } from './warnings.js';
import { readText } from './wires/body-text.js';
import { readForeignEvents, type ForeignWire } from './wires/wire.js';

const MAX_EVENTS = 1000;

/** One rejected event. */
export interface CaptureError {
  /** Index of the event in the request, from 0. */
  readonly index: number;
  readonly code: CaptureErrorCode;
  readonly message: string;
}

export interface ReadRequest {
  /** Sanitized, in the order of the request. */
  readonly accepted: readonly CapturedEvent[];
  readonly errors: readonly CaptureError[];
  /** Whether all accepted events have a message ID. */
  readonly isRepeatable: boolean;
  /** The ignored fields; empty for the formats of other products, whose fields have no meaning here. */
  readonly warnings: readonly CaptureWarning[];
}

/** Parses the body of a capture request and validates each event separately. Throws `invalid_request` if the body contains no events. */
export function readRequest(body: Uint8Array, context: CaptureContext): ReadRequest {
  const { events, warnings, checkEvent } = context.wire ? readForeign(body, context, context.wire) : readOwn(body);
  const accepted: CapturedEvent[] = [];
  const errors: CaptureError[] = [];
  const readId = internalIds(context.receivedAtNs);
  let isRepeatable = true;
  const messageId = (index: number): string => {
    isRepeatable = false;
    return readId(index);
  };
  for (const [index, event] of events.entries()) {
    try {
      checkEvent?.(event, index);
      accepted.push(readEvent(event, context, () => messageId(index)));
    } catch (error) {
      if (!(error instanceof EventRefusal)) throw error;
      errors.push({ index, code: error.code, message: error.message });
    }
  }
  return { accepted, errors, isRepeatable, warnings };
}

interface BodyEvents {
  readonly events: readonly JsonValue[];
  readonly warnings: readonly CaptureWarning[];
  /** Throws an EventRefusal. */
  readonly checkEvent?: (event: JsonValue, index: number) => void;
}

function readOwn(body: Uint8Array): BodyEvents {
  const text = readText(body);
  const parsed = parse(text);
  const events = readEvents(parsed);
  const { events: texts, count } = locateEvents(text);
  const unknown = new UnknownFields();
  unknown.noteBody(parsed as object, count > 1);
  for (const event of events) if (typeof event === 'object' && event !== null) unknown.noteEvent(event);
  const checkEvent = (event: JsonValue, index: number): void => checkRepeated(event, texts[index], text);
  return { events, warnings: unknown.list(), checkEvent };
}

function readForeign(body: Uint8Array, { receivedAtNs }: CaptureContext, wire: ForeignWire): BodyEvents {
  const events = readForeignEvents(body, wire, Number(receivedAtNs / 1_000_000n));
  return { events: checkCount(events as readonly JsonValue[]), warnings: [] };
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    // The message of the parser quotes the text, so it is not forwarded.
    throw refused('the body must be JSON');
  }
}

function readEvents(body: unknown): readonly JsonValue[] {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined;
  if (!Array.isArray(events)) throw refused('the body must be an object with an array of events');
  return checkCount(events as JsonValue[]);
}

function checkCount(events: readonly JsonValue[]): readonly JsonValue[] {
  if (events.length === 0 || events.length > MAX_EVENTS) throw refused(`events: must hold 1 to ${MAX_EVENTS} events`);
  return events;
}

/** JSON.parse keeps the last of several members of the same name; comparing the numbers of members detects them. */
function checkRepeated(event: JsonValue, found: EventText | undefined, text: string): void {
  if (typeof event !== 'object' || event === null || Array.isArray(event) || !found) return;
  const members = Object.values(event);
  let inner = 0;
  for (const member of members) {
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) inner += Object.keys(member).length;
  }
  if (found.own === members.length && found.inner === inner) return;
  const repeated = repeatedMembers(text.slice(found.start, found.end));
  for (const field of ['set', 'set_once']) {
    if (repeated.has(`${field}.`)) throw new EventRefusal('duplicate_mutation_key', field);
  }
  if (found.own !== members.length) throw new EventRefusal('duplicate_field', 'event');
}

function refused(reason: string): ServiceError {
  return new ServiceError('invalid_request', { message: reason });
}
