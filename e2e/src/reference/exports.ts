import { eventually } from '@svc/testing';
import { api, ok, type ApiAnswer } from '../api.js';
import { noteSecret } from '../secrets.js';
import type { Recorder } from './recorder.js';

/** Creates exports, waits for one and cancels another. */
export async function recordExports(recorder: Recorder): Promise<void> {
  const query = { signal: 'logs', q: 'level:error', options: { escape_formulas: true } };
  const created = await recorder.call('exports.create', { body: { type: 'EXPORT_TYPE_CSV', query } });
  const path = { job_id: String(created['id']) };
  const selector = `project_id=${recorder.projectId}`;
  await eventually('the export is completed', async () => {
    const job = await ok('GET', `/export/jobs/${path.job_id}?${selector}`);
    return job['status'] === ('completed' as unknown);
  });
  await recorder.call('exports.get', { path });
  const { url } = await recorder.call('exports.download', { path });
  noteSecret(/exports\/([\w-]+)/.exec(url)?.[1] ?? '');
  await recorder.call('exports.create_logs', {
    body: { format: 'parquet', service_name: 'checkout', level: 'error' },
  });
  await recorder.call('exports.list', { query: { limit: 20 } });
  await recorder.call('exports.cancel', { path, send: () => cancelWaiting(selector) });
}

/**
 * Cancels an export that waits, because a project has three exports written at a time: an export that was never begun
 * always looks the same.
 */
async function cancelWaiting(selector: string): Promise<ApiAnswer> {
  let last: unknown;
  for (let created = 0; created < 7; created++)
    ({ id: last } = await ok('POST', `/logs/export?${selector}`, { body: {} }));
  return api('DELETE', `/export/jobs/${last as string}?${selector}`);
}
