import type { ReplayRelatedEntry, ReplaySignal, TimelineEntry } from '../../gen/api.js';
import type { Tone } from '../../ui/controls/badge.js';

export const KINDS = ['signal', 'page', 'event', 'error', 'log', 'trace', 'console', 'network', 'agent_run'] as const;
export type Kind = (typeof KINDS)[number];

/** Something that happened in a recorded session. */
export interface Item {
  readonly id: string;
  readonly kind: Kind;
  /** Milliseconds from the start of the recording; negative before it. */
  readonly offsetMs: number;
  /** A short name of what it is, such as `rage click`. */
  readonly label: string;
  readonly title: string;
  /** The reason for which it is listed; empty where that is plain. */
  readonly reason: string;
  readonly tone: Tone;
  /** The window in which it happened, where it is known. */
  readonly windowId?: string | undefined;
  /** The entry that leads to a page of its own. */
  readonly entry?: TimelineEntry | undefined;
}

const LABELS: Readonly<Record<Kind, string>> = {
  signal: 'Click signals',
  page: 'Pages',
  event: 'Events',
  error: 'Errors',
  log: 'Logs',
  trace: 'Traces',
  console: 'Console',
  network: 'Requests',
  agent_run: 'Agent runs',
};

export function labelKind(kind: Kind): string {
  return LABELS[kind];
}

const SEVERITIES: Readonly<Record<string, Tone>> = { fatal: 'danger', error: 'danger', warn: 'warn' };

export function toSignalItem(signal: ReplaySignal, nth: number): Item {
  const { kind, offset_ms: offsetMs, window_id: windowId, selector, text, click_count: clicks, reason } = signal;
  const label = kind.replaceAll('_', ' ');
  const element = [text !== '' && `“${text}”`, selector].filter(Boolean).join(' ');
  const count = clicks > 1 ? `${clicks} clicks` : '1 click';
  return {
    id: `signal ${nth}`,
    kind: 'signal',
    offsetMs,
    label,
    title: element === '' ? count : `${count} on ${element}`,
    reason,
    tone: kind === 'dead_click' ? 'warn' : 'danger',
    windowId,
  };
}

export function toRelatedItem({ offset_ms: offsetMs, entry }: ReplayRelatedEntry): Item | undefined {
  const kind = KINDS.find((known) => known === entry?.kind);
  if (!entry || kind === undefined) return undefined;
  const { id, title, severity } = entry;
  const tone = SEVERITIES[severity] ?? 'neutral';
  return { id: `${kind} ${id}`, kind, offsetMs, label: kind.replace('_', ' '), title, reason: '', tone, entry };
}

/** Items of several sources in the order of time; an ID that appears twice is one item. */
export function mergeItems(...sources: readonly (readonly Item[])[]): readonly Item[] {
  const byId = new Map(sources.flat().map((item) => [item.id, item]));
  return [...byId.values()].toSorted((a, b) => a.offsetMs - b.offsetMs);
}

/** The place of the last item that has happened at a moment; -1 before the first one. */
export function findCurrent(items: readonly Item[], offsetMs: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.offsetMs ?? Infinity) <= offsetMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The number of items of each kind that occurs, in the order of the kinds. */
export function countKinds(items: readonly Item[]): readonly (readonly [kind: Kind, count: number])[] {
  return KINDS.map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const).filter(
    ([, count]) => count > 0,
  );
}
