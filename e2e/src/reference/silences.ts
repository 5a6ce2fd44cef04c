import type { Recorder } from './recorder.js';

/** Creates a silence and expires it; sets inhibition rules and deletes them. */
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
  await recorder.call('inhibition.set', {
    body: {
      rules: [
        {
          source_matchers: [{ label_name: 'alertname', operator: '=', value: 'Database is down' }],
          target_matchers: [{ label_name: 'severity', operator: '=~', value: 'info|warning' }],
          equal: ['environment'],
        },
      ],
    },
  });
  await recorder.call('inhibition.get');
  await recorder.call('inhibition.delete');
}
