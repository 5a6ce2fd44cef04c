import { useMemo } from 'react';
import { useGo } from '../../links/use-go.js';
import { useScope } from '../../scope/scope.js';
import { excludeTerm, toTerm } from '../../search/terms.js';
import { toRange } from '../../time/range.js';
import type { ValueActions } from '../../ui/value/value-actions.js';
import { toExactText } from '../../ui/value/value-text.js';
import type { Search } from '../../url/codec.js';

/** Time on either side of a trace that is older or newer than the range of the page, in milliseconds. */
const AROUND_MS = 30 * 60_000;

/**
 * Values open a list with what has, or has not, the same value.
 *
 * @param at the time of what has the value; the list is about that time if the range of the page does not include it.
 */
export function useTermActions(list: 'traces' | 'logs', at: string | undefined): ValueActions {
  const go = useGo();
  const { startMs, endMs } = useScope();
  return useMemo(() => {
    const ms = Date.parse(at ?? '');
    const isElsewhere = ms < startMs || ms > endMs;
    const range: Search = isElsewhere ? { ...toRange({ startMs: ms - AROUND_MS, endMs: ms + AROUND_MS }) } : {};
    return {
      filter: (field, value) => go({ to: list, search: { q: toTerm(field, toExactText(value)), ...range } }),
      exclude: (field, value) => go({ to: list, search: { q: excludeTerm('', field, toExactText(value)), ...range } }),
    };
  }, [go, list, at, startMs, endMs]);
}
