import type { Policy, Rate } from './delivery-policies.js';

/** A delivery that the limits of its receiver have not let go. */
export interface HeldDelivery {
  readonly id: string;
  readonly channelId: string;
  readonly subject: string;
  /** 0 critical, 1 warning, 2 information; -1 for a first critical one that was let go before. */
  readonly urgency: number;
  /** Order of creation. */
  readonly position: bigint;
  /** Whether the receiver has got nothing about the subject separately so far. */
  readonly isFirst: boolean;
  /** Whether it acknowledges or resolves the subject, which a receiver that knows the subject has to learn. */
  readonly isClosing: boolean;
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

/** Times of earlier deliveries, the latest first. */
export interface Sent {
  /** The limit for the receiver. */
  readonly own: readonly number[];
  /** The limit for all receivers of its group. */
  readonly group: readonly number[];
}

type Admitted = Limited['admitted'][number] & { readonly carries: string[] };

/** More than this many that wait become one message. */
const BUNDLE_AFTER = 3;

/** Selects the waiting deliveries of one receiver to send now. */
export function limitDeliveries(policy: Policy, held: readonly HeldDelivery[], sent: Sent, nowMs: number): Limited {
  const waiting = inOrder(policy, held);
  const [next, ...others] = waiting;
  if (policy.bundlesAll && next && waiting.length > BUNDLE_AFTER) {
    const at = freeAt(policy, next, sent, nowMs);
    if (at > nowMs) return { admitted: [], waitUntilMs: at };
    return { admitted: [admit(policy, next, others)], waitUntilMs: undefined };
  }
  const admitted = new Map<HeldDelivery, Admitted>();
  const oldest = oldestOfSubjects(held);
  let counted = sent;
  for (const delivery of waiting) {
    // Deliveries about one subject stay in order.
    if (oldest.get(toSubject(delivery)) !== delivery || freeAt(policy, delivery, counted, nowMs) > nowMs) continue;
    admitted.set(delivery, admit(policy, delivery, []));
    counted = { own: [nowMs, ...counted.own], group: [nowMs, ...counted.group] };
  }
  const left = waiting.filter((delivery) => !admitted.has(delivery));
  const isFree = (delivery: HeldDelivery): boolean => freeAt(policy, delivery, counted, nowMs) <= nowMs;
  const blocked = left.filter((delivery) => !isFree(delivery));
  const carried = policy.bundlesAll ? new Set() : bundle(admitted, blocked, held);
  const times = left.flatMap((delivery) => (carried.has(delivery) ? [] : freeAt(policy, delivery, counted, nowMs)));
  return {
    admitted: [...admitted.values()],
    waitUntilMs: times.length === 0 ? undefined : Math.max(nowMs + 1, Math.min(...times)),
  };
}

/**
 * Lets the last delivery that is sent to each channel replace those that are not, if there are many. What closes a subject that the
 * receiver knows is sent separately, or an incident of PagerDuty would stay open.
 */
function bundle(
  admitted: ReadonlyMap<HeldDelivery, Admitted>,
  blocked: readonly HeldDelivery[],
  held: readonly HeldDelivery[],
): ReadonlySet<unknown> {
  if (blocked.length <= BUNDLE_AFTER) return new Set();
  const closing = closingOnes(held, new Set([...admitted.keys()].map(toSubject)));
  const carriers = new Map<string, Admitted>();
  for (const [delivery, one] of admitted) if (!closing.has(delivery)) carriers.set(delivery.channelId, one);
  const carried = blocked.filter((delivery) => !closing.has(delivery) && carriers.has(delivery.channelId));
  for (const { id, channelId } of carried) carriers.get(channelId)?.carries.push(id);
  return new Set(carried);
}

/** The last delivery about each subject that the receiver knows, if it closes the subject. */
function closingOnes(held: readonly HeldDelivery[], known: ReadonlySet<string> = new Set()): ReadonlySet<HeldDelivery> {
  const latest = new Map(held.toSorted(byPosition).map((delivery) => [toSubject(delivery), delivery]));
  return new Set(
    [...latest.values()].filter((each) => each.isClosing && (!each.isFirst || known.has(toSubject(each)))),
  );
}

/** Critical ones first, then what closes a subject, which would otherwise wait behind every new warning. */
function inOrder(policy: Policy, held: readonly HeldDelivery[]): HeldDelivery[] {
  const closing = policy.bundlesAll ? new Set() : closingOnes(held);
  const rank = (delivery: HeldDelivery): number =>
    !isCritical(delivery) && closing.has(delivery) ? 0.5 : Math.max(0, delivery.urgency);
  return held.toSorted((a, b) => rank(a) - rank(b) || Number(b.isFirst) - Number(a.isFirst) || byPosition(a, b));
}

function admit(policy: Policy, { id, isFirst, urgency }: HeldDelivery, carries: readonly HeldDelivery[]): Admitted {
  const jumps = policy.firstCritical !== undefined && isFirst && urgency <= 0;
  return { id, jumps, carries: carries.map((delivery) => delivery.id) };
}

function freeAt(policy: Policy, delivery: HeldDelivery, { own, group }: Sent, nowMs: number): number {
  const { firstCritical } = policy;
  if (firstCritical && delivery.isFirst && isCritical(delivery))
    return Math.max(nowMs, freeAgainAt(firstCritical, own));
  const kind = isCritical(delivery) ? 'critical' : 'others';
  const times = policy[kind].map((rate) => freeAgainAt(rate, own));
  return Math.max(nowMs, freeAgainAt(policy.group[kind], group), ...times);
}

/**
 * When a rate lets another one go.
 *
 * @param sentMs the latest first.
 */
export function freeAgainAt({ count, withinMs }: Rate, sentMs: readonly number[]): number {
  const nth = sentMs[count - 1];
  return nth === undefined ? -Infinity : nth + withinMs;
}

function oldestOfSubjects(held: readonly HeldDelivery[]): ReadonlyMap<string, HeldDelivery> {
  return new Map(held.toSorted((a, b) => byPosition(b, a)).map((delivery) => [toSubject(delivery), delivery]));
}

/** Deliveries about a subject are in order within a channel. */
const toSubject = ({ channelId, subject }: HeldDelivery): string => `${channelId} ${subject}`;
const isCritical = ({ urgency }: HeldDelivery): boolean => urgency <= 0;
const byPosition = (a: HeldDelivery, b: HeldDelivery): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
