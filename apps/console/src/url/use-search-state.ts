import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readFields, writeFields, type Fields, type Search } from './codec.js';

export interface UpdateOptions {
  /** Replaces the entry of the history, for what changes while a user types. */
  readonly replace?: boolean;
}

export type Update<T> = (change: Partial<T>, options?: UpdateOptions) => void;

/** The parameters of the address. */
export function useRawSearch(): Search {
  const search: Search = useSearch({ strict: false });
  return search;
}

/**
 * The state of a page, which is in the address: its values, and a function that changes some of them. Other parameters stay.
 *
 * @param fields a constant outside of the component.
 */
export function useSearchState<T extends object>(fields: Fields<T>): readonly [T, Update<T>] {
  const search = useRawSearch();
  const navigate = useNavigate();
  const values = useMemo(() => readFields(fields, search), [fields, search]);
  const update = useCallback<Update<T>>(
    (change, { replace = false } = {}) => {
      void navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: Search) => mergeSearch(before, fields, change),
      });
    },
    [fields, navigate],
  );
  return [values, update];
}

/** Parameters with some of a page's values changed. */
export function mergeSearch<T extends object>(before: Search, fields: Fields<T>, change: Partial<T>): Search {
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(fields, name));
  return { ...Object.fromEntries(kept), ...writeFields<T>(fields, { ...readFields(fields, before), ...change }) };
}
