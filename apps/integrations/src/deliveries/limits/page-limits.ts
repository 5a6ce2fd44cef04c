/** A delivery to a contact method that has not been let go. */
export interface HeldPage {
  readonly id: string;
  readonly subject: string;
  /** 0 critical, 1 warning, 2 information. */
  readonly urgency: number;
  /** Order of creation. */
  readonly position: bigint;
  /** Whether the contact method has received nothing about the subject so far. */
  readonly isFirst: boolean;
}

export interface Limited {
  /** Deliveries to send now. */
  readonly admitted: readonly {
    readonly id: string;
    /** Whether it is sent before all other waiting deliveries. */
    readonly jumps: boolean;
    /** IDs of the deliveries that it replaces, which are not sent separately. */
    readonly carries: readonly string[];
  }[];
  /** When the next of the others may go; undefined if none is left. */
  readonly waitUntilMs: number | undefined;
}

interface Rate {
  readonly count: number;
  readonly withinMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const rates = (...pairs: readonly (readonly [count: number, withinMs: number])[]): Rate[] =>
  pairs.map(([count, withinMs]) => ({ count, withinMs }));

/** Limits of one contact method. Users switch off a phone that rings all the time. */
const CRITICAL = rates([1, MINUTE]);
const OTHERS = rates([1, 3 * MINUTE]);
const BY_TYPE: Readonly<Record<string, readonly Rate[]>> = {
  phone: rates([3, 15 * MINUTE], [7, HOUR], [15, 3 * HOUR]),
  sms: rates([5, 15 * MINUTE], [11, HOUR], [21, 3 * HOUR]),
};
/** The first critical page of a subject waits for no rate, unless this many went to the contact method within a minute. */
const BURST: Rate = { count: 3, withinMs: MINUTE };
/** Limit of all contact methods of one type together: providers refuse higher rates. */
const OF_TYPE: Rate = { count: 5, withinMs: 5_000 };
/** More than this many that wait become one message. */
const BUNDLE_AFTER = 3;

/** The longest window of any rate: no earlier page matters. */
export const LONGEST_WINDOW_MS = 3 * HOUR;
/** No rate counts more pages. */
export const MAX_COUNTED = 21;

/** Window and limit of all contact methods of a type. */
export const TYPE_WINDOW_MS = OF_TYPE.withinMs;
export const MAX_PER_TYPE = OF_TYPE.count;

/**
 * Selects the waiting deliveries of one contact method to send now.
 *
 * @param type of the contact method.
 * @param sentMs times of earlier ones within the longest window.
 * @param ofTypeMs times of earlier ones of all contact methods of the type, within the window of the type.
 */
export function limitPages(
  type: string,
  held: readonly HeldPage[],
  sentMs: readonly number[],
  nowMs: number,
  ofTypeMs: readonly number[] = [],
): Limited {
  const waiting = held.toSorted(
    (a, b) => a.urgency - b.urgency || Number(b.isFirst) - Number(a.isFirst) || compare(a, b),
  );
  const sent = [...sentMs];
  const ofType = [...ofTypeMs];
  const freeAt = (page: HeldPage): number => {
    const isExempt = page.isFirst && page.urgency === 0;
    const applying = isExempt ? [BURST] : [...(page.urgency === 0 ? CRITICAL : OTHERS), ...(BY_TYPE[type] ?? [])];
    const typeFreeAt = isExempt ? nowMs : freeAgainAt(OF_TYPE, ofType);
    return Math.max(nowMs, typeFreeAt, ...applying.map((rate) => freeAgainAt(rate, sent)));
  };
  const [next, ...others] = waiting;
  if (next && waiting.length > BUNDLE_AFTER) {
    const at = freeAt(next);
    if (at > nowMs) return { admitted: [], waitUntilMs: at };
    return {
      admitted: [{ id: next.id, jumps: jumps(next), carries: others.map(({ id }) => id) }],
      waitUntilMs: undefined,
    };
  }
  const admitted: Limited['admitted'][number][] = [];
  let waitUntilMs: number | undefined;
  for (const page of waiting) {
    const at = freeAt(page);
    // Deliveries about one subject stay in order.
    const isOldest = held.every((other) => other.subject !== page.subject || other.position >= page.position);
    if (isOldest && at <= nowMs) {
      admitted.push({ id: page.id, jumps: jumps(page), carries: [] });
      sent.push(nowMs);
      ofType.push(nowMs);
    } else waitUntilMs = Math.min(waitUntilMs ?? Infinity, Math.max(at, isOldest ? at : nowMs + 1));
  }
  return { admitted, waitUntilMs };
}

const jumps = ({ isFirst, urgency }: HeldPage): boolean => isFirst && urgency === 0;
const compare = (a: HeldPage, b: HeldPage): number => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0);

/** When a rate lets another one go. */
function freeAgainAt({ count, withinMs }: Rate, sentMs: readonly number[]): number {
  const nth = sentMs.toSorted((a, b) => b - a)[count - 1];
  return nth === undefined ? -Infinity : nth + withinMs;
}
