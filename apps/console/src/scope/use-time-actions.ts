import { useMemo } from 'react';
import { toRange } from '../time/range.js';
import type { ValueActions } from '../ui/value/value-actions.js';
import { useScope } from './scope.js';

/** Time on either side of a moment that is looked at, in milliseconds. */
const AROUND_MS = 5 * 60_000;

/** Actions of times of a row on the time range of the page. */
export function useTimeActions(): Pick<ValueActions, 'from' | 'until' | 'around'> {
  const { update } = useScope();
  return useMemo(
    () => ({
      from: (iso) => update({ from: iso }),
      until: (iso) => update({ to: iso }),
      around: (iso) => {
        const ms = Date.parse(iso);
        update(toRange({ startMs: ms - AROUND_MS, endMs: ms + AROUND_MS }));
      },
    }),
    [update],
  );
}
