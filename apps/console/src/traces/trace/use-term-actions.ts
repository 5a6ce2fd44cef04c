import { useMemo } from 'react';
import { useGo } from '../../links/use-go.js';
import { excludeTerm, toTerm } from '../../search/terms.js';
import type { ValueActions } from '../../ui/value/value-actions.js';
import { toExactText } from '../../ui/value/value-text.js';

/** Values open a list with what has, or has not, the same value. */
export function useTermActions(list: 'traces' | 'logs'): ValueActions {
  const go = useGo();
  return useMemo(
    () => ({
      filter: (field, value) => go({ to: list, search: { q: toTerm(field, toExactText(value)) } }),
      exclude: (field, value) => go({ to: list, search: { q: excludeTerm('', field, toExactText(value)) } }),
    }),
    [go, list],
  );
}
