import { call } from '../../../api/call.js';
import type { AlertRule } from '../../../gen/api.js';
import type { SaveWays } from '../../parts/use-save.js';
import type { RuleDraft } from './draft.js';
import { toRequest } from './to-request.js';

export const RULE_WAYS: SaveWays<AlertRule, RuleDraft> = {
  send: (draft, base, project) => {
    const body = toRequest(draft, base);
    if (!base) return call('POST /alerts/rules', { body }, { project });
    const input = { path: { rule_id: base.id }, body: { ...body, version: base.version } };
    return call('PUT /alerts/rules/{rule_id}', input, { project });
  },
  read: ({ id }, project) => call('GET /alerts/rules/{rule_id}', { path: { rule_id: id } }, { project }),
  changes: ['GET /alerts/rules', 'GET /alerts/rules/{rule_id}', 'GET /alerts'],
};
