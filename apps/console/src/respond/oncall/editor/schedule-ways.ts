import { call } from '../../../api/call.js';
import type { Schedule } from '../../../gen/api.js';
import type { SaveWays } from '../../parts/use-save.js';
import { SCHEDULE_READS } from '../schedule-reads.js';
import type { ScheduleDraft } from './draft.js';
import { toRequest } from './to-request.js';

export const SCHEDULE_WAYS: SaveWays<Schedule, ScheduleDraft> = {
  send: (draft, base, project) => {
    const body = toRequest(draft, base);
    if (!base) return call('POST /oncall/schedules', { body }, { project });
    const input = { path: { schedule_id: base.id }, body: { ...body, expected_version: base.version } };
    return call('PUT /oncall/schedules/{schedule_id}', input, { project });
  },
  read: ({ id }, project) => call('GET /oncall/schedules/{schedule_id}', { path: { schedule_id: id } }, { project }),
  changes: SCHEDULE_READS,
};
