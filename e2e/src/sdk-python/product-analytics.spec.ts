import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, PythonEnvironment, skipOrFail } from '@svc/testing';
import { defaultProjectId, ok, type Json } from '../api.js';
import { newId } from '../persons/capture.js';
import { theService } from '../topology.js';
import { installAnalytics } from './analytics-sdks.js';

const run = promisify(execFile);
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SENDER = path.resolve(import.meta.dirname, '../../src/sdk-python/send_events.py');
const SEND_MS = 60_000;

const SUITE = 'the Python SDKs of PostHog and Segment, with no more than our address';
const installed = await installAnalytics();

if (installed instanceof PythonEnvironment) describe(SUITE, () => deliversWith(installed));
else if (installed.isLanguageMissing) it.skip(`${SUITE} (${installed.reason})`, () => undefined);
else skipOrFail(SUITE, installed.reason);

function deliversWith(environment: PythonEnvironment): void {
  for (const compression of ['none', 'gzip']) {
    it(`stores events, properties, groups and aliases; compression: ${compression}`, async () => {
      const project = await defaultProjectId();
      const user = newId('python');
      const { ingestUrl, apiKey } = theService();
      await run(environment.python, [SENDER, ingestUrl, apiKey, user, compression], { timeout: SEND_MS });
      const expected = { plan: 'team', source: 'ad', seat: 1, city: 'Paris' };
      const person = await eventually('the person', async () => {
        const found = await ok('GET', `/persons/${user}?project_id=${project}`).catch(() => undefined);
        const isWhole = (found?.['distinct_ids'] as unknown as string[] | undefined)?.length === 3;
        return isWhole && Object.keys(found?.['properties'] ?? {}).length === 4 && found;
      });
      assert.deepEqual(person['properties'], expected);
      assert.deepEqual(
        new Set(person['distinct_ids'] as unknown as string[]),
        new Set([user, `posthog-${user}`, `segment-${user}`]),
      );
      const titles = await eventually('the timeline', async () => {
        const { entries } = await ok('GET', `/persons/${user}/timeline?project_id=${project}`);
        const found = [...(entries as Json[])].map(({ title }) => title as string);
        return found.length >= 5 && found;
      });
      assert.deepEqual(titles.toSorted(), ['$set', '$set_once', 'opened', 'page', 'paid']);
      const group = await eventually('the group', () =>
        ok('GET', `/groups/company/acme-${user}?project_id=${project}`).catch(() => undefined),
      );
      assert.deepEqual(group['properties'], { seats: 5 });
    });
  }
}
