import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { call, type Route } from '../../../api/call.js';
import { forgetAnswers } from '../../../api/hooks.js';
import type { AlertRule } from '../../../gen/api.js';
import { useScope } from '../../../scope/scope.js';
import { announce } from '../../../ui/feedback/announcements.js';
import type { RuleDraft } from './draft.js';
import { toRequest } from './to-request.js';

export const RULE_READS: readonly Route[] = ['GET /alerts/rules', 'GET /alerts/rules/{rule_id}', 'GET /alerts'];

export interface SaveRule {
  /** @param base the rule in the version that the draft changes; a new one is made without. */
  readonly save: (draft: RuleDraft, base: AlertRule | undefined) => void;
  readonly error: Error | undefined;
  /** The present state of a rule that has changed since it was read. */
  readonly conflict: AlertRule | undefined;
  /** Forgets the conflict. */
  readonly keep: () => void;
}

/** Saves a rule in the version that was read. */
export function useSaveRule(onSaved: (rule: AlertRule) => void): SaveRule {
  const { project } = useScope();
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [conflict, setConflict] = useState<AlertRule>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (draft: RuleDraft, base: AlertRule | undefined): Promise<void> => {
    setError(undefined);
    setConflict(undefined);
    const body = toRequest(draft, base);
    try {
      const saved = base
        ? await call(
            'PUT /alerts/rules/{rule_id}',
            { path: { rule_id: base.id }, body: { ...body, version: base.version } },
            { project },
          )
        : await call('POST /alerts/rules', { body }, { project });
      await forgetAnswers(client, project, RULE_READS);
      announce('Saved.');
      onSaved(saved);
    } catch (failure) {
      const hasChanged = failure instanceof ApiError && failure.status === 409 && base !== undefined;
      if (!hasChanged) return setError(failure as Error);
      const path = { rule_id: base.id };
      call('GET /alerts/rules/{rule_id}', { path }, { project }).then(setConflict, setError);
    }
  };
  const save = (draft: RuleDraft, base: AlertRule | undefined): void => {
    if (isBusy) return;
    setIsBusy(true);
    void send(draft, base).finally(() => setIsBusy(false));
  };
  return { save, error, conflict, keep: () => setConflict(undefined) };
}
