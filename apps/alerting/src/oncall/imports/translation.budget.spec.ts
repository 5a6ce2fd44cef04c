import { cpuBudget } from '@svc/test-servers';
import { TranslationThread } from './translation-thread.js';

const NOW = '2026-03-02T12:00:00Z';
const rotation = { type: 'hourly', startDate: NOW, participants: [{ username: 'a' }, { username: 'b' }] };
const rotations = Array.from({ length: 40 }, () => rotation);
/** Parts that are all compared with each other, which takes seconds. */
const compared = JSON.stringify({
  data: Array.from({ length: 4 }, () => ({ name: 'x', timezone: 'America/New_York', rotations })),
});
/** Nearly as many parts as a document can have. */
const reported = [
  'BEGIN:VCALENDAR',
  ...Array.from({ length: 300 }, (_, nth) => [
    'BEGIN:VEVENT',
    'DTSTART:20260401T000000Z',
    `SUMMARY:a${nth}`,
    'DURATION:PT1H',
    ...Array.from({ length: 28 }, (__, other) => `X-A${other}:1`),
    'END:VEVENT',
  ]).flat(),
  'END:VCALENDAR',
].join('\r\n');

describe('the translation of documents', () => {
  let thread: TranslationThread;
  beforeAll(async () => {
    thread = new TranslationThread();
    const document = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR';
    await thread.translate('p', { format: 'ical', document, nowMs: Date.parse(NOW) });
  });
  afterAll(() => thread.onModuleDestroy());

  const documents: readonly [string, 'opsgenie' | 'ical', string][] = [
    ['parts that are compared with each other', 'opsgenie', compared],
    ['parts that are reported', 'ical', reported],
  ];
  for (const [what, format, document] of documents)
    it(`leaves the event loop to others while a thread translates ${what}`, async () => {
      await cpuBudget(what, 20, () => thread.translate('p', { format, document, nowMs: Date.parse(NOW) }));
    });
});
