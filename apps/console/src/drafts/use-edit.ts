import { useState } from 'react';
import type { ApiError } from '../api/api-error.js';

interface Versioned {
  readonly version?: number;
}

interface Edit<T, D> {
  readonly draft: D;
  readonly change: (part: Partial<D>) => void;
  /** The draft differs from what it was made of. */
  readonly isChanged: boolean;
  /** Begins again with what is saved. */
  readonly load: (value: T) => void;
  /** Someone else has saved a change since the draft was begun. */
  readonly isConflict: boolean;
  /** The version that the draft replaces: that of its beginning, or that of the conflict which the user has seen. */
  readonly version: number | undefined;
}

/**
 * A form for something that others can change, too.
 *
 * @param now what is saved, as it was read last; read again after a refusal.
 * @param error the refusal of the last attempt to save.
 */
export function useEdit<T extends Versioned, D>(now: T, toDraft: (value: T) => D, error: ApiError | null): Edit<T, D> {
  const [base, setBase] = useState(now);
  const [draft, setDraft] = useState(() => toDraft(now));
  const load = (value: T): void => {
    setBase(value);
    setDraft(toDraft(value));
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(base));
  if (!isChanged && (now.version ?? 0) > (base.version ?? 0)) load(now);
  const isConflict = error?.code === 'version_conflict' && now.version !== base.version;
  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    isChanged,
    load,
    isConflict,
    version: isConflict ? now.version : base.version,
  };
}
