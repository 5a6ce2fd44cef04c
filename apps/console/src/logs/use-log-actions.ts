import { useMemo } from 'react';
import { useTimeActions } from '../scope/use-time-actions.js';
import { addTerm, excludeTerm } from '../search/terms.js';
import type { ValueActions } from '../ui/value/value-actions.js';
import { toExactText } from '../ui/value/value-text.js';
import type { Update } from '../url/use-search-state.js';
import type { LogsState } from './fields.js';

/** Actions of values of a record on the search, the columns and the time range. */
export function useLogActions({ q, cols }: LogsState, update: Update<LogsState>): ValueActions {
  const times = useTimeActions();
  return useMemo(
    () => ({
      ...times,
      filter: (field, value) => update({ q: addTerm(q, field, toExactText(value)) }),
      exclude: (field, value) => update({ q: excludeTerm(q, field, toExactText(value)) }),
      toggleColumn: (field) => update({ cols: toggle(cols, field) }),
    }),
    [times, q, cols, update],
  );
}

function toggle(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}
