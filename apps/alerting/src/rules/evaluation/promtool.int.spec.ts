import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { skipOrFail } from '@svc/test-servers';
import fc from 'fast-check';
import type { RuleKind } from '../definition/definition.js';
import { createRule } from '../testing/rules.js';
import { evaluate } from './evaluate.js';

const run = promisify(execFile);
const promtool = process.env['SVC_TEST_PROMTOOL'] ?? 'promtool';
const MINUTE = 60_000;
const HISTORIES = 100;

/** A rule and the value of its metric in each minute; null where it has none. */
interface History {
  readonly kind: Extract<RuleKind, 'threshold' | 'absence'>;
  readonly forMinutes: number;
  readonly keepMinutes: number;
  readonly values: readonly (number | null)[];
}

const history: fc.Arbitrary<History> = fc.record({
  kind: fc.constantFrom('threshold' as const, 'threshold' as const, 'absence' as const),
  forMinutes: fc.integer({ min: 0, max: 4 }),
  keepMinutes: fc.integer({ min: 0, max: 4 }),
  // Runs of equal values, so that breaches last, end and come back.
  values: fc
    .array(fc.tuple(fc.option(fc.integer({ min: 0, max: 10 }), { freq: 4 }), fc.integer({ min: 1, max: 5 })), {
      minLength: 8,
      maxLength: 16,
    })
    .map((runs) => runs.flatMap(([value, length]) => new Array<number | null>(length).fill(value))),
});

/** Whether our alert fires in each minute. */
function firing({ kind, forMinutes, keepMinutes, values }: History): boolean[] {
  const rule = createRule({ for: `${forMinutes}m`, keepFiringFor: `${keepMinutes}m` }, kind);
  const figures = values.map((value) => ({ value, samples: value === null ? 0 : 1 }));
  const measured = {
    series: [{ labels: {}, figures }],
    isTruncated: false,
    nothing: { value: null, samples: 0 },
  };
  const fires: boolean[] = [];
  const times = values.map((_, nth) => nth * MINUTE);
  evaluate(rule, [], measured, times, ({ phase }) => fires.push(phase === 'firing'));
  return fires;
}

/** The rules of Prometheus that say the same. */
const toRules = (histories: readonly History[]) => ({
  groups: [
    {
      name: 'compared',
      interval: '1m',
      rules: histories.map(({ kind, forMinutes, keepMinutes }, nth) => ({
        alert: `Alert${nth}`,
        expr: kind === 'absence' ? `absent(metric${nth})` : `metric${nth} > 5`,
        ...(forMinutes > 0 && { for: `${forMinutes}m` }),
        ...(keepMinutes > 0 && { keep_firing_for: `${keepMinutes}m` }),
      })),
    },
  ],
});

/** Expectation for promtool: the alerts that fire in our evaluation, in every minute. */
const toTests = (histories: readonly History[], fires: (history: History) => readonly boolean[]) => ({
  rule_files: ['rules.json'],
  evaluation_interval: '1m',
  tests: histories.map((one, nth) => ({
    interval: '1m',
    input_series: [
      // A stale marker ends a series at once, instead of after the five minutes for which a value is looked back.
      { series: `metric${nth}`, values: one.values.map((value) => value ?? 'stale').join(' ') },
    ],
    alert_rule_test: fires(one).map((isFiring, minute) => ({
      eval_time: `${minute}m`,
      alertname: `Alert${nth}`,
      exp_alerts: isFiring ? [{ exp_labels: {} }] : [],
    })),
  })),
});

const version = await run(promtool, ['--version']).catch(() => undefined);
if (version) {
  describe('phases of alerts', () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'svc-promtool-'));
    });
    afterAll(() => rm(directory, { recursive: true }));

    const compare = async (histories: readonly History[], fires: (history: History) => readonly boolean[]) => {
      // JSON is YAML.
      await writeFile(path.join(directory, 'rules.json'), JSON.stringify(toRules(histories)));
      await writeFile(path.join(directory, 'tests.json'), JSON.stringify(toTests(histories, fires)));
      await run(promtool, ['test', 'rules', 'tests.json'], { cwd: directory, maxBuffer: 64 * 1024 * 1024 });
    };

    it(`agrees with Prometheus in ${HISTORIES} random histories`, async () => {
      const histories = fc.sample(history, HISTORIES);
      assert.ok(histories.some((one) => firing(one).includes(true)));
      await compare(histories, firing);
    });

    it('fails in promtool if a phase is off by a minute', async () => {
      const breached: History = { kind: 'threshold', forMinutes: 1, keepMinutes: 0, values: [0, 6, 6, 6, 0] };
      await compare([breached], firing);
      await assert.rejects(compare([breached], (one) => [false, ...firing(one).slice(0, -1)]));
    });
  });
} else {
  skipOrFail('histories of alerts', 'there is no promtool: install the package prometheus, or set SVC_TEST_PROMTOOL');
}
