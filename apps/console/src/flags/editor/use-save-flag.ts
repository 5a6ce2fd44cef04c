import { useQueryClient } from '@tanstack/react-query';
import { forgetAnswers, useApiChange } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { announce } from '../../ui/feedback/announcements.js';
import { FLAG_READS } from '../actions/flag-reads.js';
import type { Definition } from '../describe-flag.js';

interface SaveFlag {
  readonly save: (name: string, definition: Definition, version: number) => void;
  readonly error: Error | null;
  /** The flag has changed since the version that was named. */
  readonly hasConflict: boolean;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** Saves a draft over the version that it began with; after a conflict the flag is read again. */
export function useSaveFlag(key: string, onSaved: () => void): SaveFlag {
  const client = useQueryClient();
  const { project } = useScope();
  const { mutate, error, isPending, reset } = useApiChange('PATCH /flags/{flag_key}', FLAG_READS);
  const save: SaveFlag['save'] = (name, { variants, filters, default_variant: variant = '' }, version) => {
    const body = {
      name,
      ...(variants.length > 0 && { variants }),
      ...(filters && { filters }),
      default_variant: variant,
      expected_version: version,
    };
    const onSuccess = (): void => {
      announce(`Saved ${key}`);
      onSaved();
    };
    const onError = (): void => void forgetAnswers(client, project, ['GET /flags/{flag_key}']);
    mutate({ path: { flag_key: key }, body }, { onSuccess, onError });
  };
  return { save, error, hasConflict: error?.code === 'version_conflict', isPending, reset };
}
