import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@svc/player';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import type { Json } from '../api.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { MountedFrame } from './play/mounted-frame.js';
import { startMountingSite, type MountingSite } from './play/mounting-site.js';
import { recordPage, recorderOf, type RecorderScript } from './play/record-page.js';
import { RECORDED_PAGES } from './play/recorded-pages.js';
import { readStoredEvents } from './play/stored-events.js';

const executable = findChromium();
const CHUNKS = 3;

interface Sender {
  readonly name: string;
  readonly script: RecorderScript;
  /** Pages with what this version does not record, or records so that its events show something else without the service, too. */
  readonly without: readonly string[];
}

/** Recorders before 2.0 lose the text of an element that is added and moved between two frames. */
const MOVED_ITEMS = 'a list that changes a thousand times';

const SENDERS: readonly Sender[] = [
  {
    name: 'rrweb 1.1.3',
    script: recorderOf('rrweb-1', '../dist/rrweb.min.js', 'rrweb.record'),
    without: ['adopted style sheets', MOVED_ITEMS],
  },
  {
    name: 'rrweb 2.0.0-alpha.18',
    script: recorderOf('rrweb-2-alpha', 'rrweb.umd.min.cjs', 'rrweb.record'),
    without: [MOVED_ITEMS],
  },
  { name: 'rrweb 2.2.2', script: recorderOf('rrweb', 'rrweb.umd.min.cjs', 'rrweb.record'), without: [] },
];
const CASES = SENDERS.flatMap(({ name, script, without }) =>
  RECORDED_PAGES.filter((page) => !without.includes(page.name)).map((page) => ({
    name: page.name,
    sdk: name,
    script,
    page,
  })),
);

function specs(executablePath: string): void {
  let browser: Browser;
  let site: MountingSite;
  let project: string;
  let key: string;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    site = await startMountingSite();
    ({ id: project } = await makeProject());
    key = await makePublishableKey(project, ['analytics:write']);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** Sends events as a recorder does that has only a key and an address. */
  const send = async (session: string, sdk: string, events: readonly RecordedEvent[]): Promise<void> => {
    const size = Math.ceil(events.length / CHUNKS);
    for (let seq = 0; seq * size < events.length; seq++) {
      const answer = await fetch(`${theService().ingestUrl}/api/v1/replay?key=${key}`, {
        method: 'POST',
        body: JSON.stringify({
          session_id: session,
          window_id: 'w',
          distinct_id: 'ada',
          seq,
          sdk,
          events: events.slice(seq * size, (seq + 1) * size),
        }),
      });
      const { accepted, need_snapshot: needsSnapshot } = (await answer.json()) as Json;
      const left = events.length - seq * size;
      assert.deepEqual([answer.status, accepted], [200, Math.min(size, left)] as unknown as Json[]);
      // The first chunk may end before the first picture.
      if (left <= size) assert.ok(!needsSnapshot);
    }
  };
  it.each(CASES)('shows $name as it was at each moment, recorded by $sdk', async ({ page: recorded, script, sdk }) => {
    const context = await browser.newContext();
    const { events, moments } = await recordPage(await context.newPage(), recorded, script);
    const session = `session-${randomUUID()}`;
    await send(session, sdk, events);
    const mounted = await MountedFrame.open(context, site.page);
    const stored = await eventually('the events are stored', async () => {
      const found = await readStoredEvents(project, session);
      return found?.length === events.length && found;
    });
    assert.doesNotMatch(JSON.stringify(stored), /hunter2|"4111 1111/);
    await mounted.send({ type: 'load', events: stored });
    const start = events[0]?.timestamp ?? assert.fail('nothing is recorded');
    await mounted.assertShowsEach(moments, start);
    assert.deepEqual(await mounted.warnings(), []);
    await context.close();
  });
}

describe('a recording of another version of rrweb', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
