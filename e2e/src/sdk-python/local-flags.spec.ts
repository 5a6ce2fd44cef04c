import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PythonEnvironment, skipOrFail } from '@svc/testing';
import { makeKey, ok } from '../api.js';
import { create, openProject } from '../flags/flag.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { installAnalytics } from './analytics-sdks.js';

const run = promisify(execFile);
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const EVALUATOR = path.resolve(import.meta.dirname, '../../src/sdk-python/local_flags.py');
const RUN_MS = 60_000;

const PROPERTIES = { plan: 'pro', seats: 20, ratio: 0.5, paid: true, country: 'DE', note: 'a.c (new)' };
/** Conditions on these properties, by the key of a flag. */
const CONDITIONS: Readonly<Record<string, object>> = {
  text: { key: 'plan', operator: 'eq', value: 'pro' },
  'other-case': { key: 'plan', operator: 'eq', value: 'Pro' },
  'no-case': { key: 'plan', operator: 'eq', value: 'Pro', case_insensitive: true },
  'not-text': { key: 'plan', operator: 'neq', value: 'free' },
  list: { key: 'country', operator: 'in', value: ['FR', 'DE'] },
  'not-list': { key: 'country', operator: 'not_in', value: ['FR', 'DE'] },
  part: { key: 'note', operator: 'contains', value: 'a.c (' },
  'no-part': { key: 'note', operator: 'contains', value: 'abc' },
  end: { key: 'note', operator: 'ends_with', value: 'new)' },
  number: { key: 'seats', operator: 'eq', value: 20 },
  'number-as-text': { key: 'seats', operator: 'eq', value: '20' },
  more: { key: 'seats', operator: 'gt', value: 20 },
  fraction: { key: 'ratio', operator: 'lte', value: 0.5 },
  'order-of-text': { key: 'plan', operator: 'gt', value: 5 },
  true: { key: 'paid', operator: 'eq', value: true },
  false: { key: 'paid', operator: 'eq', value: false },
  set: { key: 'paid', operator: 'is_set' },
  'not-set': { key: 'paid', operator: 'is_not_set' },
};

const SUITE = 'local evaluation by the Python SDK of PostHog';
const installed = await installAnalytics();

if (installed instanceof PythonEnvironment) describe(SUITE, () => evaluatesWith(installed));
else if (installed.isLanguageMissing) it.skip(`${SUITE} (${installed.reason})`, () => undefined);
else skipOrFail(SUITE, installed.reason);

function evaluatesWith(environment: PythonEnvironment): void {
  it('has the results that the service has', async () => {
    const scene = await openProject();
    for (const [key, condition] of Object.entries(CONDITIONS)) {
      const conditions = [{ type: 'person', ...condition }];
      await create(scene, { key, filters: { groups: [{ conditions }] } });
      const ofCompany = [{ ...condition, type: 'group', group_type: 'company' }];
      const filters = { aggregation: 'company', groups: [{ conditions: ofCompany }] };
      await create(scene, { key: `company.${key}`, filters });
    }
    const weights = [40, 35, 25].map((weight) => ({ key: `v${weight}`, weight, payload: { weight } }));
    await create(scene, { key: 'drawn', variants: weights });
    await create(scene, { key: 'half', filters: { groups: [{ conditions: [], rollout_percentage: 50 }] } });
    const page = await makePublishableKey(scene.project, ['analytics:write', 'flags:evaluate']);
    const { secret } = await makeKey(['flags:read'], scene.project);
    const args = [EVALUATOR, theService().ingestUrl, page, secret, JSON.stringify(PROPERTIES)];
    const { stdout } = await run(environment.python, args, { timeout: RUN_MS });
    const local = JSON.parse(stdout) as Found;
    const groups = { company: 'acme' };
    const known = { person_properties: PROPERTIES, group_properties: { company: PROPERTIES } };
    const { flags } = await ok('POST', '/decide', { key: scene.key, body: { distinct_id: 'ann', groups, ...known } });
    const decided = Object.entries(flags as unknown as Record<string, Decided>);
    assert.equal(decided.length, 2 * Object.keys(CONDITIONS).length + 2);
    assert.deepEqual(
      local.featureFlags,
      Object.fromEntries(decided.map(([key, { enabled, variant }]) => [key, enabled ? (variant ?? true) : false])),
    );
    const [drawn] = Object.values(local.featureFlagPayloads);
    assert.deepEqual(JSON.parse(drawn ?? ''), { weight: Number(String(local.featureFlags['drawn']).slice(1)) });
  });
}

interface Decided {
  readonly enabled: boolean;
  readonly variant: string | null;
}

interface Found {
  readonly featureFlags: Readonly<Record<string, string | boolean>>;
  readonly featureFlagPayloads: Readonly<Record<string, string>>;
}
