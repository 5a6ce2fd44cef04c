import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Lists whose rows are remembered, of the last pages that were visited. */
const MOST_LISTS = 200;

/** IDs of rows by entry of the history and name of the list. */
const remembered = new Map<string, string>();

interface RememberedRow {
  /** ID of the row that has the focus, or had it last. */
  readonly focused: RefObject<string | undefined>;
  readonly remember: (id: string) => void;
}

/** Remembers which row of a list had the focus, so that the keyboard goes on there after Back. */
export function useRememberedRow(label: string): RememberedRow {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const key = `${entry} ${label}`;
  const focused = useRef(remembered.get(key));
  const remember = useCallback(
    (id: string) => {
      focused.current = id;
      keep(key, id);
    },
    [key],
  );
  useEffect(() => {
    // The entry is another one as soon as a row is opened beside its list.
    if (focused.current !== undefined) keep(key, focused.current);
  }, [key]);
  return { focused, remember };
}

function keep(key: string, id: string): void {
  remembered.delete(key);
  remembered.set(key, id);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_LISTS && oldest !== undefined) remembered.delete(oldest);
}

/** Whether the focus may move to where it was before, because the user has not moved it yet. */
export function isFocusFree(): boolean {
  const { activeElement: active } = document;
  return active === null || active === document.body || active.id === 'main';
}
