import type { Issue } from '../../gen/api.js';
import { useKeys } from '../../keys/use-keys.js';
import { useSession } from '../../session/session.js';
import { announce } from '../../ui/feedback/announcements.js';
import { refuse, type TriageAction } from './actions.js';
import type { Triage } from './use-triage.js';

export interface IssueKey {
  readonly keys: string;
  readonly label: string;
  readonly action: TriageAction;
}

/** The keys that change an issue, in lists and on its page. */
export function toIssueKeys(userId: string): readonly IssueKey[] {
  return [
    { keys: 'e', label: 'Resolve', action: { kind: 'resolve' } },
    { keys: 'i', label: 'Ignore', action: { kind: 'ignore' } },
    { keys: 'a', label: 'Assign to me', action: { kind: 'assign', userId } },
  ];
}

/** Changes an issue after a key, or says why that is not possible. */
export function useTryAction(triage: Triage): (issue: Issue, action: TriageAction) => void {
  const { can } = useSession();
  return (issue, action) => {
    const reason = can('issues:write') ? refuse(action.kind, issue.status) : 'Your role does not have issues:write.';
    if (reason === undefined) triage.run(issue, action);
    else announce(reason);
  };
}

/** The keys of the page of one issue, once it is there. */
export function useIssueKeys(issue: Issue | undefined, triage: Triage): void {
  const { user } = useSession();
  const tryAction = useTryAction(triage);
  useKeys(
    'Issue',
    toIssueKeys(user.id).map(({ keys, label, action }) => ({
      keys,
      label,
      run: () => issue && tryAction(issue, action),
    })),
  );
}
