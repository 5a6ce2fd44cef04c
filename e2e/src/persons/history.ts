/** Whole numbers below `end`. */
export type Random = (end: number) => number;

export interface SentEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly anon_distinct_id?: string;
  readonly message_id: string;
  readonly timestamp: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly set_once?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

/** Few of each kind, so that writes collide in time and message ID. */
const KEYS = ['plan', 'seats', 'Größe', '__proto__', 'a.b'];
const VALUES = [null, 'pro', '', 0, -1.5, false, ['x', null], { deep: { er: [1] } }];
const NANOSECONDS = 6;

/** The history of one person; the other IDs are linked to the first one. */
export function makeHistory(ids: readonly string[], base: string, count: number, random: Random): SentEvent[] {
  const [user = '', ...others] = ids;
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
  const at = (): string => `${base}.${String(random(NANOSECONDS)).padStart(9, '0')}Z`;
  const events = Array.from({ length: count }, (_, nth): SentEvent => {
    // The order of these IDs in UTF-16 differs from that of their bytes, and neither is longer.
    const message_id = `${pick(['m', 'M', '\u{1F4A3}', '\uFF5E'])}-${nth}-${user}`;
    const keys = KEYS.filter(() => random(3) === 0);
    const ops = keys.map((key) => [key, random(3)] as const);
    const written = (op: number): Record<string, unknown> =>
      Object.fromEntries(ops.filter(([, own]) => own === op).map(([key]) => [key, pick(VALUES)]));
    const unset = ops.filter(([, own]) => own === 2).map(([key]) => key);
    const writes = { set: written(0), set_once: written(1), unset };
    return { event: 'lived', distinct_id: pick(ids), message_id, timestamp: at(), ...writes };
  });
  const links = others.map((anon_distinct_id, nth): SentEvent => {
    const event = nth % 2 === 0 ? 'identify' : 'logged in';
    return { event, distinct_id: user, anon_distinct_id, message_id: `link-${nth}-${user}`, timestamp: at() };
  });
  return [...events, ...links];
}

/** Each event one to three times, in any order, in requests of any size. */
export function toImports(events: readonly SentEvent[], random: Random): SentEvent[][] {
  const sent = events.flatMap((event) => Array.from({ length: 1 + random(3) }, () => event));
  for (let last = sent.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [sent[last], sent[other]] = [sent[other] as SentEvent, sent[last] as SentEvent];
  }
  const requests: SentEvent[][] = [];
  while (sent.length > 0) requests.push(sent.splice(0, 1 + random(40)));
  return requests;
}

/** The properties that the rules give, found one rule after the other. */
export function toProperties(events: readonly SentEvent[]): Record<string, unknown> {
  const inOrder = events.toSorted(
    (a, b) =>
      Buffer.compare(Buffer.from(a.timestamp), Buffer.from(b.timestamp)) ||
      Buffer.compare(Buffer.from(a.message_id), Buffer.from(b.message_id)),
  );
  const found: [string, unknown][] = [];
  for (const key of KEYS) {
    const last = inOrder.findLast(({ set = {}, unset = [] }) => Object.hasOwn(set, key) || unset.includes(key));
    const first = inOrder.find(({ set_once = {} }) => Object.hasOwn(set_once, key));
    if (last?.set && Object.hasOwn(last.set, key)) found.push([key, last.set[key]]);
    else if (!last && first?.set_once) found.push([key, first.set_once[key]]);
  }
  return Object.fromEntries(found);
}
