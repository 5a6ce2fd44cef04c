import { api, ok, type ApiAnswer } from '../api.js';
import type { Recorder } from './recorder.js';

const BODY = { question: 'why is checkout slow in the last 30 minutes' };

/** Starts an investigation, continues it, and cancels another one. */
export async function recordInvestigations(recorder: Recorder): Promise<void> {
  const started = await recorder.call('investigations.start', { body: BODY });
  const path = { investigation_id: String(started['id']) };
  await recorder.call('investigations.get', { path, until: ({ status }) => (status as string) === 'completed' });
  await recorder.call('investigations.list', { query: { limit: 2 } });
  await recorder.call('investigations.continue', { path, body: { message: 'check log_pattern' } });
  await recorder.call('investigations.cancel', {
    path,
    body: {},
    send: () => cancelOne(recorder.projectId),
    until: ({ status }) => (status as string) === 'cancelled',
  });
}

/** Two of a project run at a time, so the last of three is probably queued when it is cancelled. */
async function cancelOne(projectId: string): Promise<ApiAnswer> {
  const query = `?project_id=${projectId}`;
  const started = await Promise.all([1, 2, 3].map(() => ok('POST', `/investigations${query}`, { body: BODY })));
  return api('POST', `/investigations/${started.at(-1)?.['id']}/cancel${query}`, { body: {} });
}
