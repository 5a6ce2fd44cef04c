import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { Route } from '../../api/call.js';
import { forgetAnswers } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { announce } from '../../ui/feedback/announcements.js';

/** The requests that save and read one kind of thing. */
export interface SaveWays<T, Draft> {
  /** @param base the thing in the version that the draft changes; a new one is made without. */
  readonly send: (draft: Draft, base: T | undefined, project: string) => Promise<T>;
  /** Reads the present state of a thing. */
  readonly read: (base: T, project: string) => Promise<T>;
  /** The operations whose answers change with it. */
  readonly changes: readonly Route[];
}

export interface Save<T, Draft> {
  /** @param base the thing in the version that the draft changes; a new one is made without. */
  readonly save: (draft: Draft, base: T | undefined) => void;
  readonly error: Error | undefined;
  /** The present state of a thing that has changed since it was read. */
  readonly conflict: T | undefined;
  /** Forgets the conflict. */
  readonly keep: () => void;
}

/** Saves a thing in the version that was read; the ways have to stay the same. */
export function useSave<T, Draft>(ways: SaveWays<T, Draft>, onSaved: (saved: T) => void): Save<T, Draft> {
  const { project } = useScope();
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [conflict, setConflict] = useState<T>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (draft: Draft, base: T | undefined): Promise<void> => {
    setError(undefined);
    setConflict(undefined);
    try {
      const saved = await ways.send(draft, base, project);
      await forgetAnswers(client, project, ways.changes);
      announce('Saved.');
      onSaved(saved);
    } catch (failure) {
      const hasChanged = failure instanceof ApiError && failure.code === 'version_conflict' && base !== undefined;
      if (!hasChanged) return setError(failure as Error);
      ways.read(base, project).then((now) => setConflict(() => now), setError);
    }
  };
  const save = (draft: Draft, base: T | undefined): void => {
    if (isBusy) return;
    setIsBusy(true);
    void send(draft, base).finally(() => setIsBusy(false));
  };
  return { save, error, conflict, keep: () => setConflict(undefined) };
}
