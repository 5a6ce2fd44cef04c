import { useApiChange } from '../../api/hooks.js';
import { announce } from '../../ui/feedback/announcements.js';
import { FLAG_READS } from '../actions/flag-reads.js';
import type { FlagChanges } from './to-changes.js';

interface SaveFlag {
  readonly save: (changes: FlagChanges, version: number) => void;
  readonly error: Error | null;
  /** The flag has changed since the version that was named. */
  readonly hasConflict: boolean;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** Saves a draft over the version that it began with; after a conflict the flag is read again. */
export function useSaveFlag(key: string, onSaved: () => void): SaveFlag {
  const { mutate, error, isPending, reset } = useApiChange('PATCH /flags/{flag_key}', FLAG_READS);
  const save: SaveFlag['save'] = (changes, version) => {
    if (Object.keys(changes).length === 0) {
      announce('Nothing has changed');
      return onSaved();
    }
    const body = { ...changes, expected_version: version };
    const onSuccess = (): void => {
      announce(`Saved ${key}`);
      onSaved();
    };
    mutate({ path: { flag_key: key }, body }, { onSuccess });
  };
  return { save, error, hasConflict: error?.code === 'version_conflict', isPending, reset };
}
