import { call, type Route } from '../../api/call.js';
import type { InhibitionRules } from '../../gen/api.js';
import type { SaveWays } from '../parts/use-save.js';
import { toRule, type InhibitionDraft } from './draft.js';

export const INHIBITION_READS: readonly Route[] = ['GET /alerts/inhibition'];

export const INHIBITION_WAYS: SaveWays<InhibitionRules, readonly InhibitionDraft[]> = {
  send: (drafts, base, project) => {
    const expected = base?.version === undefined ? {} : { expected_version: base.version };
    return call('PUT /alerts/inhibition', { body: { rules: drafts.map(toRule), ...expected } }, { project });
  },
  read: (_, project) => call('GET /alerts/inhibition', {}, { project }),
  changes: INHIBITION_READS,
};
