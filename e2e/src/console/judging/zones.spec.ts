import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import type { ConsolePage } from '../console-page.js';
import { describeConsole, type ConsoleSuite } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';
import { shiftTimes } from './time-shift.js';

/** Half hours before and after clocks are set back: in Berlin on October 25 at 01:00 UTC, in New York on November 1 at 06:00 UTC. */
const RECORDS = [
  ['2026-10-25T00:30:00.000Z', 'berlin first'],
  ['2026-10-25T01:30:00.000Z', 'berlin second'],
  ['2026-11-01T05:30:00.000Z', 'york first'],
  ['2026-11-01T06:30:00.000Z', 'york second'],
] as const;
/** The present of the browser. */
const NOW = Date.parse('2026-11-01T08:00:00Z');
const HOUR_MS = 3_600_000;

/** Zones, and what the rows show in the order of the records. */
const ZONES = {
  'Europe/Berlin': ['Oct 25, 02:30', 'Oct 25, 02:30', 'Nov 1, 06:30', 'Nov 1, 07:30'],
  'America/New_York': ['Oct 24, 20:30', 'Oct 24, 21:30', 'Nov 1, 01:30', 'Nov 1, 01:30'],
  UTC: ['Oct 25, 00:30', 'Oct 25, 01:30', 'Nov 1, 05:30', 'Nov 1, 06:30'],
} as const;

/** The times below the chart, and where they stand, from 0 to 1. */
const TICKS = `(() => {
  const axis = document.querySelector('[aria-hidden="true"] > span[style*="left"]').parentElement;
  const { left, width } = axis.getBoundingClientRect();
  return [...axis.querySelectorAll('span[style]')].map((tick) => ({ text: tick.innerText, part: parseFloat(tick.style.left) / 100 }));
})()`;

describeConsole('times over a change of the clocks', (suite) => {
  let project: SeededProject;
  /** Milliseconds by which the stored records are later than the test shows them. */
  let laterMs: number;
  beforeAll(async () => {
    project = await SeededProject.make();
    laterMs = Date.now() - NOW;
    const records = RECORDS.map(([time, text]) => ({
      service: 'clock',
      resource: {},
      item: {
        timeUnixNano: `${Date.parse(time) + laterMs}000000`,
        severityNumber: 9,
        body: { stringValue: text },
      },
    }));
    await project.send('logs', records);
    const start = new Date(Date.parse(RECORDS[0][0]) + laterMs - HOUR_MS).toISOString();
    await eventually('the records can be read', async () => {
      return items(await project.get(`/logs?start_time=${start}`), 'logs').length === RECORDS.length;
    });
  });

  const open = async (search: string): Promise<ConsolePage> => {
    const opened = await openAt(suite(), laterMs);
    await opened.goto(`/p/${project.slug}/logs?${search}`);
    return opened;
  };

  it('are shown in rows and below the chart as the clocks of each zone show them', async () => {
    const opened = await open('from=2026-10-24T22:00:00Z&to=2026-11-01T08:00:00Z');
    const { page } = opened;
    for (const [zone, expected] of Object.entries(ZONES)) {
      await opened.goto(`/p/${project.slug}/logs?from=2026-10-24T22:00:00Z&to=2026-11-01T08:00:00Z&tz=${zone}`);
      for (const [nth, [, text]] of RECORDS.entries()) {
        const row = page.getByRole('grid', { name: 'Log records' }).getByRole('row').filter({ hasText: text });
        await row.waitFor();
        const shown = await row.getByRole('gridcell').first().innerText();
        assert.ok(shown.startsWith(`${String(expected[nth])}:00`), `${text} in ${zone}: ${shown}`);
      }
      for (const [from, to] of [
        ['2026-10-24T23:00:00Z', '2026-10-25T04:00:00Z'],
        ['2026-11-01T03:00:00Z', '2026-11-01T08:00:00Z'],
      ] as const) {
        await opened.goto(`/p/${project.slug}/logs?from=${from}&to=${to}&tz=${zone}`);
        await assertTicks(page, { from, to, zone });
      }
    }
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('are typed in the zone that is shown, and read back from the address as the same instants', async () => {
    const opened = await open('tz=Europe/Berlin');
    const { page } = opened;
    const picker = page.getByRole('dialog', { name: 'Time range' });
    const [from, to] = [picker.getByRole('textbox', { name: 'From' }), picker.getByRole('textbox', { name: 'To' })];
    const openPicker = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Time range:/ }).click();
      await from.waitFor();
    };
    await openPicker();
    await from.fill('Oct 25, 02:30');
    await picker.getByText(/this time exists twice; the earlier one is meant/).waitFor();
    await to.fill('Oct 25, 03:30');
    await picker.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-10-25T00:30:00Z');
    assert.equal(new URL(page.url()).searchParams.get('to'), '2026-10-25T02:30:00Z');
    await openPicker();
    assert.equal(await from.inputValue(), 'Oct 25, 02:30');

    await from.fill('2026-10-25T02:30+01:00');
    await picker.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-10-25T01:30:00Z');
    await openPicker();
    // The later of the two keeps its offset, so that it is not read as the earlier one.
    assert.equal(await from.inputValue(), '2026-10-25T02:30:00+01:00');
    await to.fill('Oct 25, 04:00');
    await picker.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === '2026-10-25T03:00:00Z');
    assert.equal(new URL(page.url()).searchParams.get('from'), '2026-10-25T01:30:00Z');
    await opened.settled();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

/** A window whose present is that of the test, and which shows everything as if it had happened then. */
async function openAt(suite: ConsoleSuite, laterMs: number): Promise<ConsolePage> {
  const opened = await suite.openBlank({ cookie: await suite.cookie('ROLE_VIEWER') });
  await opened.page.clock.setFixedTime(NOW);
  await shiftTimes(opened.page, laterMs);
  return opened;
}

interface Shown {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** Fails unless each time below the chart is that of its place, as the platform formats it. */
async function assertTicks(page: Page, { from, to, zone }: Shown): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  const ticks = await eventually('the chart has times', async () => {
    const found = await page.evaluate<readonly { readonly text: string; readonly part: number }[]>(TICKS);
    return found.length > 2 && found;
  });
  const hours = ticks.filter(({ text }) => /^\d\d:\d\d$/.test(text));
  assert.ok(hours.length > 2, JSON.stringify(ticks));
  for (const { text, part } of hours)
    assert.equal(
      text,
      clock.format(Math.round((startMs + part * (endMs - startMs)) / 60_000) * 60_000),
      `${zone} ${from}`,
    );
}
