import { toMembers, type SdkCall, type TranslatedEvent } from './calls.js';

/** The calls in the body of a PostHog SDK: a batch, a list, or a single call. */
export function postHogCalls(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  const { batch } = toMembers(body);
  return Array.isArray(batch) ? (batch as unknown[]) : [body];
}

/**
 * Converts one call of a PostHog SDK to an event. `$set`, `$set_once` and `$unset` are in the properties or beside
 * them, depending on the SDK.
 *
 * @param receivedAtMs milliseconds since the epoch; pages send the age of a call relative to it.
 */
export function fromPostHog(call: SdkCall, receivedAtMs: number): TranslatedEvent {
  const { event, distinct_id: outerId, uuid, properties } = call;
  const {
    distinct_id: innerId,
    token: _projectKey,
    $set,
    $set_once,
    $unset,
    $insert_id,
    $session_id,
    $anon_distinct_id,
    $group_type,
    $group_key,
    $group_set,
    ...own
  } = toMembers(properties);
  const sent = {
    distinct_id: outerId ?? innerId,
    timestamp: call['timestamp'] || callTime(call['offset'], receivedAtMs),
    message_id: uuid ?? $insert_id,
    session_id: $session_id,
  };
  const writes = mergeWrites([
    { set: call['$set'], setOnce: call['$set_once'], unset: call['$unset'] },
    { set: $set, setOnce: $set_once, unset: $unset },
  ]);
  switch (event) {
    case '$identify':
      return { ...sent, ...writes, event: 'identify', anon_distinct_id: $anon_distinct_id };
    case '$create_alias':
      return { ...sent, event: 'identify', anon_distinct_id: own['alias'] };
    case '$groupidentify':
      return { ...sent, event, group_type: $group_type, group_key: $group_key, set: $group_set };
    default:
      return { ...sent, ...writes, event, properties: own };
  }
}

function callTime(offset: unknown, receivedAtMs: number): string | undefined {
  const time = new Date(receivedAtMs - Number(offset));
  return typeof offset === 'number' && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}

interface Writes {
  readonly set: unknown;
  readonly setOnce: unknown;
  readonly unset: unknown;
}

/**
 * Merges writes that name a property more than once, which the capture format refuses: `$set` takes precedence over
 * `$unset`, and both over `$set_once`.
 */
function mergeWrites(places: readonly Writes[]) {
  const set = Object.fromEntries(places.flatMap((place) => Object.entries(toMembers(place.set))));
  const removed = places.flatMap(({ unset }) => (Array.isArray(unset) ? (unset as unknown[]) : []));
  const unset = [...new Set(removed)].filter((name) => typeof name !== 'string' || !Object.hasOwn(set, name));
  const taken = new Set([...Object.keys(set), ...unset]);
  const once = places.flatMap((place) => Object.entries(toMembers(place.setOnce)));
  return { set, set_once: Object.fromEntries(once.filter(([name]) => !taken.has(name))), unset };
}
