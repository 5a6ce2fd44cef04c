import { call } from '../../../api/call.js';
import type { EscalationPolicy } from '../../../gen/api.js';
import type { SaveWays } from '../../parts/use-save.js';
import { POLICY_READS } from '../policy-reads.js';
import type { PolicyDraft } from './draft.js';
import { toRequest } from './to-request.js';

export const POLICY_WAYS: SaveWays<EscalationPolicy, PolicyDraft> = {
  send: (draft, base, project) => {
    const body = toRequest(draft);
    if (!base) return call('POST /escalation-policies', { body }, { project });
    const input = { path: { policy_id: base.id }, body: { ...body, expected_version: base.version } };
    return call('PUT /escalation-policies/{policy_id}', input, { project });
  },
  read: ({ id }, project) => call('GET /escalation-policies/{policy_id}', { path: { policy_id: id } }, { project }),
  changes: POLICY_READS,
};
