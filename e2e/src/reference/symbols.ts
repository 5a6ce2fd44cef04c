import { sendBytes } from '../symbols/send-bytes.js';
import type { Recorder } from './recorder.js';

/** Uploads a file of each kind, and lists them. */
export async function recordSymbols(recorder: Recorder): Promise<void> {
  const map = { version: 3, sources: ['src/pay.ts'], names: ['pay'], mappings: 'AAAAA' };
  await recorder.call('sourcemaps.upload', {
    body: { release: '1.4.2', filename: '~/assets/app.js', content: JSON.stringify(map) },
  });
  await recorder.call('sourcemaps.list', { query: { release: '1.4.2' } });
  const mapping = 'com.shop.Cart -> a.a:\n    1:2:void pay():20:21 -> a\n';
  await recorder.call('symbols.upload_android', {
    query: { release: '1.4.2', filename: 'mapping.txt' },
    send: (_method, path) => sendBytes(`${path}&project_id=${recorder.projectId}`, Buffer.from(mapping)),
  });
  await recorder.call('symbols.list');
}
