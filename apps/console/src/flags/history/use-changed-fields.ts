import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { describeChanges } from './describe-fields.js';

/**
 * The fields that each change of a flag has set, with the values that are recorded, by the ID of the change. Only the audit log has them,
 * and the text says so where the role lacks audit:read.
 */
export function useChangedFields(flagKey: string, start: string): (id: string, operation: string) => string {
  const { can } = useSession();
  const mayRead = can('audit:read');
  const query = { operation: 'flags.update', start_time: start, limit: 500 };
  const { data, error } = useApi('GET /account/audit-log', { query }, { enabled: mayRead });
  const fields = describeChanges(
    data?.entries.filter(({ target, outcome }) => target['flag_key'] === flagKey && outcome === 'succeeded') ?? [],
  );
  return (id, operation) => {
    if (operation !== 'flags.update') return '';
    if (!mayRead) return 'needs audit:read';
    if (error) return 'could not be read';
    return fields.get(id) ?? (data?.pagination?.has_more === true ? 'not among the last 500' : '');
  };
}
