import type { RefObject } from 'react';
import { useKeys } from '../../keys/use-keys.js';
import { COMMANDS } from './state/keys.js';

/** Keys of the waterfall for the list of keys, and for those who press one before its rows have the focus. */
export function useWaterfallKeys(grid: RefObject<HTMLElement | null>): void {
  useKeys(
    'Waterfall',
    COMMANDS.flatMap(({ keys: [key], label }) => {
      if (key === undefined) return [];
      const run = (): void => {
        grid.current?.focus();
        // It does not bubble, so it does not come here again.
        grid.current?.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
      };
      return [{ keys: toName(key), label, run }];
    }),
  );
}

/** The name of a key in the list of keys. */
function toName(key: string): string {
  return /^[A-Z]$/.test(key) ? `shift+${key.toLowerCase()}` : key.toLowerCase();
}
