import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { DashboardVariable } from '../../gen/api.js';
import type { Search } from '../../url/codec.js';
import { useRawSearch } from '../../url/use-search-state.js';
import { readVariables, writeVariable, type Values } from '../widget/variables.js';

/** The values of the variables of a dashboard, which are in the address, and a function that changes one. */
export function useVariables(
  variables: readonly DashboardVariable[],
): readonly [Values, (variable: DashboardVariable, value: string) => void] {
  const search = useRawSearch();
  const navigate = useNavigate();
  const values = useMemo(() => readVariables(variables, search), [variables, search]);
  const change = useCallback(
    (variable: DashboardVariable, value: string) => {
      void navigate({
        to: '.',
        resetScroll: false,
        search: (before: Search) => writeVariable(before, variable, value),
      });
    },
    [navigate],
  );
  return [values, change];
}
