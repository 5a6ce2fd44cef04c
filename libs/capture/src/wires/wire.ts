import { parseExactJson } from '@svc/contract/exact-json';
import { ServiceError } from '@svc/service-error';
import { readForeignText } from './body-text.js';
import { toMembers } from './calls.js';
import { fromPostHog, postHogCalls } from './posthog.js';
import { fromSegment, segmentCalls } from './segment.js';

/** A wire of another product, and for a single call of Segment its type. */
export type ForeignWire = 'posthog' | `segment.${SegmentCall}`;

export const SEGMENT_CALLS = ['batch', 'track', 'identify', 'page', 'screen', 'alias', 'group'] as const;
type SegmentCall = (typeof SEGMENT_CALLS)[number];

/** The events of a body of another product. @throws ServiceError invalid_request. */
export function readForeignEvents(body: Uint8Array, wire: ForeignWire, receivedAtMs: number): readonly unknown[] {
  const parsed = parseForeign(body);
  if (wire === 'posthog') {
    return postHogCalls(parsed).map((call) => fromPostHog(toMembers(call), receivedAtMs));
  }
  return segmentCalls(parsed, wire.slice('segment.'.length)).map((call) => fromSegment(toMembers(call)));
}

/**
 * The key that an SDK of another product sends in its body; undefined without one.
 *
 * @throws ServiceError invalid_request if the body is not JSON.
 */
export function readBodyKey(body: Uint8Array): string | undefined {
  const parsed = parseForeign(body);
  const outer = toMembers(parsed);
  const [first] = postHogCalls(parsed);
  const found = [
    outer['api_key'],
    outer['token'],
    outer['writeKey'],
    toMembers(first)['api_key'],
    toMembers(toMembers(first)['properties'])['token'],
  ];
  return found.find((key): key is string => typeof key === 'string' && key !== '');
}

/** The members of a body of another product. @throws ServiceError invalid_request if it is not JSON. */
export function readForeignObject(body: Uint8Array): Readonly<Record<string, unknown>> {
  return toMembers(parseForeign(body));
}

function parseForeign(body: Uint8Array): unknown {
  try {
    return parseExactJson(readForeignText(body));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The message of the parser quotes the text, so it is not forwarded.
    throw new ServiceError('invalid_request', { message: 'the body must be JSON' });
  }
}
