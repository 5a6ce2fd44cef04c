import type { CatalogIndex } from './catalog/catalog-index.js';
import type { Name, NameKind } from './catalog/catalog.js';
import { combineTimes } from './facts/combine-times.js';
import { scanQuestion } from './facts/scan-question.js';
import { MAX_QUESTION, toClock, type Asking } from './parse.js';
import type { Window } from './time/window.js';

/** The names of a project and the time that a text mentions. */
export interface Mentions {
  /** The names of a kind, each once, in their order in the text. */
  names(kind: NameKind): readonly string[];
  /** The window that the text names; undefined if it names none, several or an impossible one. */
  readonly window: Window | undefined;
}

/**
 * Finds the names and the time in a text of which the other words may mean anything. A word that is only a part of names, or a time that
 * can mean more than one window, mentions nothing.
 */
export function readMentions(text: string, index: CatalogIndex, { now, zone }: Asking): Mentions {
  const clock = text.length > MAX_QUESTION ? undefined : toClock(zone);
  if (!clock) return { names: () => [], window: undefined };
  const { items, times } = scanQuestion(text, index, clock, now);
  const names: Name[] = items.flatMap((item) => (item.kind === 'name' && !item.isUncertain ? (item.names ?? []) : []));
  const windows = combineTimes(items, times, now, (ms) => clock.dateAt(ms));
  const [window, ...others] = typeof windows === 'string' ? [] : windows;
  return {
    names: (kind) => [...new Set(names.filter((name) => name.kind === kind).map(({ name }) => name))],
    window: others.length === 0 ? window : undefined,
  };
}
