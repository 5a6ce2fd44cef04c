import { call } from '../../api/call.js';
import type { Issue } from '../../gen/api.js';
import type { TriageAction } from './actions.js';

/** Changes an issue whose version is still the one that was read. */
export function sendAction(
  action: TriageAction,
  { id, version }: Pick<Issue, 'id' | 'version'>,
  project: string | undefined,
): Promise<Issue> {
  const path = { issue_id: id };
  const expected = { expected_version: version };
  switch (action.kind) {
    case 'resolve': {
      const body = { ...expected, ...(action.inNextRelease === true && { in_next_release: true }) };
      return call('POST /issues/{issue_id}/resolve', { path, body }, { project });
    }
    case 'ignore':
      return call('POST /issues/{issue_id}/ignore', { path, body: expected }, { project });
    case 'reopen':
      return call('POST /issues/{issue_id}/reopen', { path, body: expected }, { project });
    case 'snooze':
      return call('POST /issues/{issue_id}/snooze', { path, body: { ...expected, ...action.until } }, { project });
    case 'assign': {
      const change = action.userId === undefined ? { unassign: true } : { user_id: action.userId };
      return call('POST /issues/{issue_id}/assign', { path, body: { ...expected, ...change } }, { project });
    }
  }
}
