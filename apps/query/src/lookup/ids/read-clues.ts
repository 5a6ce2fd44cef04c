import { toIdRange } from '@svc/relational';
import { KINDS, type Kind } from './kinds.js';

/** An ID that a text contains, and what it can be the ID of. */
export interface Clue {
  readonly kinds: readonly Kind[];
  readonly id: string;
  /** The trace of a span or the type of an account, where the text says it. */
  readonly within?: string;
}

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/i;
const ADDRESS = /^(https?:\/\/|\/)/i;

/** The IDs in a text: the text itself, those of a `traceparent` header, or the last one that an address of this product names. */
export function readClues(given: string): Clue[] {
  const text = given.trim();
  const [, traceId, spanId] = TRACE_PARENT.exec(text) ?? [];
  if (traceId !== undefined && spanId !== undefined) {
    return [
      { kinds: ['span'], id: spanId, within: traceId },
      { kinds: ['trace'], id: traceId },
    ];
  }
  const clues = ADDRESS.test(text) ? readAddress(text) : [plain(text)];
  return clues.filter(({ kinds, id, within = '' }) => kinds.length > 0 && isStorable(id) && isStorable(within));
}

/** Nothing has an ID with NUL or half a surrogate pair, which a part of an address may decode to, and the stores refuse both. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The kind of the records that a part of a path is about, in the API and in the console. */
const NOUNS = new Map<string, Kind>([
  ['traces', 'trace'],
  ['correlate', 'trace'],
  ['replay-for-trace', 'trace'],
  ['spans', 'span'],
  ['logs', 'log'],
  ['issues', 'issue'],
  ['incidents', 'incident'],
  ['alerts', 'alert'],
  ['anomalies', 'anomaly'],
  ['agent-runs', 'agent_run'],
  ['runs', 'agent_run'],
  ['replay', 'session'],
  ['replays', 'session'],
  ['sessions', 'session'],
  ['persons', 'person'],
  ['customers', 'person'],
  ['groups', 'account'],
  ['accounts', 'account'],
  ['flags', 'flag'],
]);

/** The parameter of the console with the record that is open beside its list. */
const OPEN = 'open';

function readAddress(text: string): Clue[] {
  const url = URL.parse(text, 'http://localhost');
  const segments = (url?.pathname ?? text).split('/').filter((segment) => segment !== '');
  const parts = segments.map(decode);
  const last = parts.findLastIndex((part) => NOUNS.has(part));
  const kind = kindOf(parts[last] ?? '', parts[last - 1]);
  const open = url?.searchParams.get(OPEN) ?? '';
  if (open !== '') return [plain(open, kind && [kind])];
  const named = kind && ofKind(kind, parts.slice(last + 1), parts[last - 1]);
  if (named) return [named];
  // IDs of persons, accounts, sessions and runs may look like addresses, because senders choose them.
  return [plain(parts.at(-1) ?? ''), plain(text)];
}

/** @param before the part of the path before the noun: groups of errors are issues. */
function kindOf(noun: string, before: string | undefined): Kind | undefined {
  return noun === 'groups' && before === 'errors' ? 'issue' : NOUNS.get(noun);
}

/** @param before the part of the path before the noun. */
function ofKind(kind: Kind, [first, second]: readonly string[], before: string | undefined): Clue | undefined {
  if (first === undefined) return undefined;
  if (kind === 'account') return second === undefined ? undefined : { kinds: [kind], id: second, within: first };
  if (kind === 'span') return { ...plain(first, [kind]), ...(SHAPES.trace(before ?? '') && { within: before ?? '' }) };
  return plain(first, [kind]);
}

/** A text that is not encoded as parts of paths are stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const is = (pattern: RegExp) => (id: string) => pattern.test(id);
const isAny = (id: string): boolean => id !== '';
const isUuid = is(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
const isBeginning = (id: string): boolean => toIdRange(id.toLowerCase()) !== undefined;

/** The forms of the IDs of each kind. */
const SHAPES: Readonly<Record<Kind, (id: string) => boolean>> = {
  trace: is(/^[0-9a-f]{32}$/i),
  span: is(/^[0-9a-f]{16}$/i),
  log: is(/^[0-9a-f]{32}$/i),
  issue: isBeginning,
  incident: (id) => isBeginning(id) || /^INC-\d+$/i.test(id),
  alert: isUuid,
  anomaly: isUuid,
  agent_run: isAny,
  session: isAny,
  person: isAny,
  account: isAny,
  flag: is(/^[a-z0-9][\w.-]{0,199}$/i),
};

function plain(id: string, kinds: readonly Kind[] = KINDS): Clue {
  return { kinds: kinds.filter((kind) => SHAPES[kind](id)), id };
}
