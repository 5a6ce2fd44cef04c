import type { Recorder } from './recorder.js';

/** Creates a silence and expires it. */
export async function recordSilences(recorder: Recorder): Promise<void> {
  const created = await recorder.call('silences.create', {
    body: {
      name: 'Deploy of checkout',
      matchers: [
        { label_name: 'service_name', operator: '=', value: 'checkout' },
        { label_name: 'environment', operator: '=~', value: 'prod.*' },
      ],
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      comment: 'The deploy takes half an hour.',
    },
  });
  await recorder.call('silences.preview', {
    body: { matchers: [{ label_name: 'service_name', operator: '=~', value: 'check.*' }] },
  });
  await recorder.call('silences.list');
  await recorder.call('silences.delete', { path: { silence_id: String(created['id']) } });
}
