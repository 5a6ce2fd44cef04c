import { call } from '../../../api/call.js';
import { newIdempotencyKey } from '../../../api/idempotency-key.js';
import type { Incident } from '../../../gen/api.js';
import type { IncidentAction } from './actions.js';

/** Changes an incident whose version is still the one that was read. */
export function sendAction(
  action: IncidentAction,
  { id, version }: Pick<Incident, 'id' | 'version'>,
  project: string,
): Promise<Incident> {
  const path = { incident_id: id };
  const expected = { expected_version: version };
  const once = { ...expected, idempotency_key: newIdempotencyKey() };
  switch (action.kind) {
    case 'acknowledge':
      return call('POST /incidents/{incident_id}/acknowledge', { path, body: once }, { project });
    case 'resolve':
      return call('POST /incidents/{incident_id}/resolve', { path, body: once }, { project });
    case 'reopen':
      return call('POST /incidents/{incident_id}/reopen', { path, body: once }, { project });
    case 'comment': {
      const body = { ...once, text: action.text };
      return call('POST /incidents/{incident_id}/comments', { path, body }, { project });
    }
    case 'edit': {
      const { kind: _, ...fields } = action;
      return call('PATCH /incidents/{incident_id}', { path, body: { ...expected, ...fields } }, { project });
    }
    case 'link': {
      const body = { ...expected, type: action.type, ref: action.ref };
      return call('POST /incidents/{incident_id}/links', { path, body }, { project });
    }
    case 'unlink': {
      const link = { ...path, link_id: action.linkId };
      return call('DELETE /incidents/{incident_id}/links/{link_id}', { path: link, query: expected }, { project });
    }
  }
}
