import { api, type ApiAnswer } from '../api.js';
import { sendOutage } from '../investigations/outage.js';
import { openScene, start, type Scene } from '../investigations/scene.js';
import type { Call, Recorder } from './recorder.js';

const BODY = { question: 'why does checkout fail' };

/** Starts an investigation of an outage in a project of its own, continues it, and cancels another one. */
export async function recordInvestigations(recorder: Recorder): Promise<void> {
  const scene = await openScene();
  await sendOutage(scene);
  const send: Call['send'] = (method, path, body) => api(method, path, { key: scene.key, body });
  const started = await recorder.call('investigations.start', { body: BODY, send });
  const path = { investigation_id: String(started['id']) };
  await recorder.call('investigations.get', { path, send, until: ({ status }) => (status as string) === 'completed' });
  await recorder.call('investigations.list', { query: { limit: 2 }, send });
  await recorder.call('investigations.continue', { path, body: { message: 'check log_pattern' }, send });
  await recorder.call('investigations.cancel', {
    path,
    body: {},
    send: () => cancelOne(scene),
    until: ({ status }) => (status as string) === 'cancelled',
  });
}

/** Two of a project run at a time, so the last of three is probably queued when it is cancelled. */
async function cancelOne(scene: Scene): Promise<ApiAnswer> {
  const started = await Promise.all([1, 2, 3].map(() => start(scene, BODY)));
  return api('POST', `/investigations/${started.at(-1)?.['id']}/cancel`, { key: scene.key, body: {} });
}
