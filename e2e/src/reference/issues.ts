import { items, type Recorder } from './recorder.js';
import { recordTickets } from './tickets.js';

const STACK = `TypeError: Cannot read properties of undefined (reading 'total')
    at applyDiscount (/srv/shop/src/checkout.js:41:17)
    at checkout (/srv/shop/src/routes.js:12:3)`;

/** Sends errors, and takes their issues through every status. */
export async function recordIssues(recorder: Recorder): Promise<void> {
  const message = "Cannot read properties of undefined (reading 'total')";
  await sendErrors(recorder, [
    { type: 'TypeError', message, stack: STACK },
    { type: 'TimeoutError', message: 'No answer within 5 s' },
    { type: 'TimeoutError', message: 'No answer within 5 s', service: 'worker' },
    { type: 'CardDeclined', message: 'The card was declined' },
  ]);
  const listed = await recorder.call('issues.list', {
    query: { status: 'new' },
    until: (answer) => items(answer, 'issues').length >= 3,
  });
  const idFor = (type: string): string => {
    const found = items(listed, 'issues').find((issue) => issue['type'] === type);
    return String(found?.['id']);
  };
  const path = { issue_id: idFor('TypeError') };
  const other = idFor('CardDeclined');
  await recorder.call('issues.get', { path });
  await recorder.call('issues.grouping', { path });
  await recorder.call('issues.ignore', { path, body: { expected_version: 1 } });
  await recorder.call('issues.snooze', { path, body: { expected_version: 2, occurrences: 100 } });
  await recorder.call('issues.resolve', { path, body: { expected_version: 3, in_next_release: true } });
  await recorder.call('issues.reopen', { path, body: { expected_version: 4 } });
  await recorder.call('issues.assign', { path, body: { expected_version: 5, unassign: true } });
  await recorder.call('issues.merge', { path, body: { source_ids: [other] } });
  await recorder.call('issues.merged_sources', { path });
  await recorder.call('issues.unmerge', { path: { issue_id: other }, body: {} });
  await recordTickets(recorder, path.issue_id);
}

interface SentError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly service?: string;
}

function sendErrors(recorder: Recorder, errors: readonly SentError[]): Promise<void> {
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  return recorder.ingest('otlp.logs', {
    resourceLogs: errors.map(({ type, message, stack = '', service = 'checkout' }) => ({
      resource: { attributes: [text('service.name', service), text('service.version', '1.4.2')] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: `${Date.now()}000000`,
              severityNumber: 17,
              body: { stringValue: message },
              attributes: [
                text('exception.type', type),
                text('exception.message', message),
                text('exception.stacktrace', stack),
                text('user.id', 'grace'),
              ],
            },
          ],
        },
      ],
    })),
  });
}
