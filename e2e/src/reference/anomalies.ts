import { provokeAnomaly } from '../anomalies/scene.js';
import type { Recorder } from './recorder.js';

/** Provokes an anomaly and takes its finding through every status. */
export async function recordAnomalies(recorder: Recorder): Promise<void> {
  const found = await provokeAnomaly(recorder.projectId, 'payments');
  const path = { finding_id: String(found['id']) };
  await recorder.call('anomalies.list', { query: { status: 'open' } });
  await recorder.call('anomalies.acknowledge', { path, body: { expected_version: 1 } });
  await recorder.call('anomalies.get', { path });
  await recorder.call('anomalies.resolve', { path, body: {} });
  await recorder.call('anomalies.delete', { path });
}
