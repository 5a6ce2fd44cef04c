import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { call, type Route } from '../../api/call.js';
import { forgetAnswers } from '../../api/hooks.js';
import type { Issue } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { announce } from '../../ui/feedback/announcements.js';
import type { TriageAction } from './actions.js';
import { sendAction } from './send-action.js';

/** The result of the last change. */
export type Outcome =
  | { readonly kind: 'done'; readonly action: TriageAction; readonly before: Issue; readonly now: Issue }
  | { readonly kind: 'conflict'; readonly action: TriageAction; readonly before: Issue; readonly now: Issue }
  | { readonly kind: 'failed'; readonly error: Error };

export interface Triage {
  readonly run: (issue: Issue, action: TriageAction) => void;
  readonly outcome: Outcome | undefined;
  readonly dismiss: () => void;
}

/** The operations whose answers change with a change of an issue. */
export const ISSUE_READS: readonly Route[] = [
  'GET /issues',
  'GET /issues/{issue_id}',
  'GET /issues/{issue_id}/occurrences',
  'GET /issues/{issue_id}/releases',
  'GET /issues/{issue_id}/grouping',
  'GET /issues/{issue_id}/merged-sources',
  'GET /errors/groups/{group_id}/affected',
];
const TRIAGE_READS: readonly Route[] = ['GET /issues', 'GET /issues/{issue_id}'];

/** Changes issues, one at a time, and only in the version that was looked at. */
export function useTriage(): Triage {
  const { project } = useScope();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  // Own changes count versions too, and the list shows them a moment later.
  const versions = useRef(new Map<string, number>());
  const busy = useRef(false);
  const run = useCallback(
    (issue: Issue, action: TriageAction) => {
      if (busy.current) return announce('The change before is not finished yet.');
      busy.current = true;
      const version = Math.max(issue.version, versions.current.get(issue.id) ?? 0);
      void change(action, { ...issue, version }, project)
        .then((result) => {
          if (result.kind === 'done') versions.current.set(issue.id, result.now.version);
          setOutcome(result);
          if (result.kind !== 'failed') void forgetAnswers(client, project, TRIAGE_READS);
        })
        .finally(() => {
          busy.current = false;
        });
    },
    [client, project],
  );
  const dismiss = useCallback(() => setOutcome(undefined), []);
  return useMemo(() => ({ run, outcome, dismiss }), [run, outcome, dismiss]);
}

async function change(action: TriageAction, before: Issue, project: string): Promise<Outcome> {
  try {
    return { kind: 'done', action, before, now: await sendAction(action, before, project) };
  } catch (error) {
    const hasChanged = error instanceof ApiError && (error.status === 409 || error.status === 412);
    if (!hasChanged) return { kind: 'failed', error: error as Error };
  }
  try {
    const now = await call('GET /issues/{issue_id}', { path: { issue_id: before.id } }, { project });
    return { kind: 'conflict', action, before, now };
  } catch (error) {
    return { kind: 'failed', error: error as Error };
  }
}
