import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually, skipOrFail, seededRandom } from '@svc/test-servers';
import { Alertmanager, findAlertmanager } from '../testing/alertmanager.js';
import { alertsBench, listRequests, createRule, storeSilence, type AlertsBench } from '../testing/alerts-bench.js';
import { CompiledRules, type InhibitionRule } from './inhibition/inhibition-rule.js';
import type { AlertSeverity } from './lifecycle/alert-change.js';
import type { SilenceMatcher } from './silences/matcher.js';
import { silencesFor } from './silences/silence-state.js';

type Labels = Readonly<Record<string, string>>;
/** Alerts that fire and alerts that are resolved, of the last notification about each group. */
type Heard = Readonly<Record<string, { readonly firing: readonly string[]; readonly resolved: readonly string[] }>>;

const GROUP_BY = ['alertname', 'service_name'];
const ROUTE = { group_by: GROUP_BY, group_wait: '200ms', group_interval: '700ms', repeat_interval: '4h' };
const INHIBITION = {
  source_matchers: ['severity="critical"'],
  target_matchers: ['severity=~"warning|info"'],
  equal: ['alertname', 'service_name', 'environment'],
};
/** Rules of a project, which only touch the alerts of one test. */
const OWN_INHIBITION = [
  {
    source_matchers: ['x=~"a|b"', 'alertname="Inhibit"'],
    target_matchers: ['x=~"b|c"', 'alertname="Inhibit"'],
    equal: ['environment', 'y'],
  },
  {
    source_matchers: ['z!=""', 'x!~"b.*"', 'alertname="Inhibit"'],
    target_matchers: ['x="d"', 'alertname="Inhibit"'],
    equal: ['environment'],
  },
];
const HOUR = 3_600_000;
const SEED = Date.now() % 2 ** 32;

const write = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(' ');

const program = await findAlertmanager();
if (program === undefined) {
  skipOrFail(
    'alerts compared with Alertmanager',
    'there is none: install prometheus-alertmanager, or set SVC_TEST_ALERTMANAGER',
  );
} else {
  describe('alerts compared with Alertmanager', () => {
    let alertmanager: Alertmanager;
    let database: TemporaryDatabase;
    beforeAll(async () => {
      alertmanager = await Alertmanager.start(program, ROUTE, [INHIBITION, ...OWN_INHIBITION]);
      database = await startTemporaryDatabase();
    });
    afterAll(async () => {
      await alertmanager.stop();
      await database.stop();
    });

    it('groups, silences, inhibits and resolves alerts in the same way', async () => {
      const ours = new Ours(database);
      const theirs = new Theirs(alertmanager);
      const both = [ours, theirs];
      const label = (alertname: string, service_name: string, host: string, severity: AlertSeverity, more = {}) => ({
        alertname,
        service_name,
        host,
        severity,
        ...more,
      });
      const errors = ['1', '2', '3'].map((host) => label('Errors', 'checkout', host, 'warning'));
      const cart = label('Errors', 'cart', '1', 'warning');
      const silenced = label('Errors', 'batch', '1', 'warning');
      const slow = (severity: AlertSeverity, environment: string) =>
        label('Slow', 'checkout', '1', severity, { environment });
      const [source, target, other] = [slow('critical', 'prod'), slow('warning', 'prod'), slow('info', 'test')];
      const [first, second, third] = errors;
      assert.ok(first && second && third);

      /** Events that happen to both sides, in order. */
      const steps: readonly (readonly [string, (side: Ours | Theirs) => Promise<void>])[] = [
        ['a silence begins', (side) => side.silence('service_name', 'batch')],
        ['alerts fire', (side) => side.report([first, second, cart, silenced, source, target, other], [])],
        ['one more fires and one is resolved', (side) => side.report([third], [first])],
        ['the silence ends', (side) => side.endSilence([silenced])],
        ['what inhibits is resolved', (side) => side.report([], [source])],
        ['all are resolved', (side) => side.report([], [second, third, cart, silenced, target, other])],
      ];
      for (const [what, step] of steps) {
        for (const side of both) await step(side);
        const expected = await ours.heard();
        await eventually(`Alertmanager tells the same after: ${what}`, () => {
          const heard = theirs.heard();
          if (!isDeepStrictEqual(heard, expected)) throw new Error(JSON.stringify({ heard, expected }));
          return true;
        });
      }
      assert.equal(Object.keys(await ours.heard()).length, 4);
    });

    it(`inhibits alerts by the same rules of a project (seed ${SEED})`, async () => {
      const random = seededRandom(SEED);
      const one = (values: readonly string[]): string => values[Math.floor(random() * values.length)] ?? '';
      const id = randomUUID();
      const runs = Array.from({ length: 40 }, (_, run) =>
        Array.from({ length: 2 + Math.floor(5 * random()) }, (_alert, nth) => {
          const labels = { x: one(['', 'a', 'b', 'c', 'd']), y: one(['', '1', '2']), z: one(['', '1']) };
          const severity = one(['critical', 'warning', 'info']);
          const given = Object.entries({ ...labels, severity, environment: `${id} ${run}`, nth: String(nth) });
          return Object.fromEntries([['alertname', 'Inhibit'], ...given.filter(([, value]) => value !== '')]);
        }),
      );
      const rules = new CompiledRules([INHIBITION, ...OWN_INHIBITION].map(toRule));
      const expected = runs.flatMap((alerts) => {
        const sources = rules.newSources();
        for (const labels of alerts) sources.add({ labels, severity: labels['severity'] ?? '' });
        return alerts.map((labels) => [write(labels), sources.inhibit({ labels, severity: labels['severity'] ?? '' })]);
      });
      await alertmanager.post(runs.flat().map((labels) => ({ labels })));
      await eventually('Alertmanager inhibits the same', async () => {
        const found = (await alertmanager.alerts())
          .filter(({ labels }) => labels['environment']?.startsWith(id) === true)
          .map(({ labels, status }) => [write(labels), status.inhibitedBy.length > 0]);
        const differing = expected.filter(
          ([labels, is]) => !found.some(([other, was]) => other === labels && was === is),
        );
        if (found.length !== expected.length || differing.length > 0) throw new Error(JSON.stringify(differing));
        return true;
      });
      assert.equal(new Set(expected.map(([, isInhibited]) => isInhibited)).size, 2);
    });

    it('matches alerts with the same silences', async () => {
      const values = ['', 'checkout', 'Checkout', 'cart', 'two\nlines', 'ärger'];
      const matchers: SilenceMatcher[] = [];
      for (const value of [
        'checkout',
        'check.*',
        'cart|checkout',
        '.*',
        '.+',
        '',
        '(?i)CHECKOUT',
        '^cart$',
        '(?s).*',
        'ä.+',
      ])
        for (const operator of ['=', '!=', '=~', '!~'] as const)
          matchers.push({ labelName: 'service_name', operator, value });
      const run = randomUUID();
      const alerts = values.map((value, nth) => ({
        labels: { alertname: 'Match', run, nth: String(nth), ...(value !== '' && { service_name: value }) },
      }));
      await alertmanager.post(alerts);
      const now = new Date();
      const endsAt = new Date(Date.now() + HOUR);
      const silences = new Map<string, { matchers: SilenceMatcher[]; startsAt: Date; endsAt: Date }>();
      for (const matcher of matchers) {
        // Neither side accepts a silence that matches the alerts of everybody.
        const all = [matcher, { labelName: 'run', operator: '=' as const, value: run }];
        silences.set(await alertmanager.silence(all, endsAt), { matchers: all, startsAt: now, endsAt });
      }
      const found = (await alertmanager.alerts()).filter(({ labels }) => labels['run'] === run);
      assert.equal(found.length, values.length);
      for (const { labels, status } of found) {
        const matching = new Set(silencesFor([...silences.values()], labels, now));
        const expected = [...silences].filter(([, silence]) => matching.has(silence)).map(([id]) => id);
        assert.deepEqual(status.silencedBy.toSorted(), expected.toSorted(), write(labels));
      }
    });
  });
}

/** A rule of Alertmanager as this service has it. */
function toRule(rule: (typeof OWN_INHIBITION)[number]): InhibitionRule {
  const matchers = (texts: readonly string[]): SilenceMatcher[] =>
    texts.map((text) => {
      const [, labelName = '', operator = '', value = ''] = /^(\w+)([=!~]+)"(.*)"$/.exec(text) ?? [];
      return { labelName, operator: operator as SilenceMatcher['operator'], value };
    });
  return {
    sourceMatchers: matchers(rule.source_matchers),
    targetMatchers: matchers(rule.target_matchers),
    equal: rule.equal,
  };
}

/** This service, whose time a step moves by itself. */
class Ours {
  readonly #clock = { nowMs: Date.UTC(2026, 1, 1) };
  readonly #projectId = randomUUID();
  readonly #bench: AlertsBench;
  readonly #rules = new Map<string, ReturnType<typeof createRule>>();
  readonly #channels = [randomUUID()];
  #silenceId = '';

  constructor(private readonly database: TemporaryDatabase) {
    this.#bench = alertsBench(database.relational, this.#clock);
  }

  async silence(labelName: string, value: string): Promise<void> {
    const at = { projectId: this.#projectId, nowMs: this.#clock.nowMs, minutes: 60 };
    this.#silenceId = await storeSilence(this.database.relational, { ...at, label: [labelName, value] });
  }

  async endSilence(alerts: readonly Labels[]): Promise<void> {
    const endsAt = new Date(this.#clock.nowMs);
    await this.database.relational.client.silence.update({ where: { id: this.#silenceId }, data: { endsAt } });
    // The next evaluation.
    await this.report(alerts, []);
  }

  async report(firing: readonly Labels[], ended: readonly Labels[]): Promise<void> {
    await this.#bench.apply(
      ...firing.map((labels) => this.#rule(labels).firing(labels)),
      ...ended.map((labels) => this.#rule(labels).ended(labels)),
    );
    for (let ticks = 0; ticks < 30; ticks++) {
      this.#clock.nowMs += 100;
      await this.#bench.flush();
    }
  }

  async heard(): Promise<Heard> {
    const heard: Record<string, { firing: string[]; resolved: string[] }> = {};
    for (const { content, suppressedBecause } of await listRequests(this.database.relational, this.#projectId)) {
      if (suppressedBecause !== undefined) continue;
      const { alerts = [content], firing_count: firing } = content as unknown as {
        alerts?: { labels: Labels }[];
        labels: Labels;
        firing_count: number;
      };
      const written = alerts.map(({ labels = {} }) => labels as Labels);
      const [alert = {}] = written;
      heard[write({ alertname: alert['alertname'] ?? '', service_name: alert['service_name'] ?? '' })] = {
        firing: written.slice(0, firing).map(write).toSorted(),
        resolved: written.slice(firing).map(write).toSorted(),
      };
    }
    return heard;
  }

  #rule(labels: Labels): ReturnType<typeof createRule> {
    const [name = '', severity = ''] = [labels['alertname'], labels['severity']];
    const known = this.#rules.get(`${name} ${severity}`);
    if (known) return known;
    const rule = createRule(this.#projectId, this.#clock, {
      name,
      severity: severity as AlertSeverity,
      notify: { channels: this.#channels, groupBy: GROUP_BY, groupWaitMs: 200, groupIntervalMs: 700 },
    });
    this.#rules.set(`${name} ${severity}`, rule);
    return rule;
  }
}

/** Alertmanager, on the time of the machine. */
class Theirs {
  #silenceId = '';

  constructor(private readonly alertmanager: Alertmanager) {}

  async silence(labelName: string, value: string): Promise<void> {
    const matcher = { labelName, operator: '=', value };
    this.#silenceId = await this.alertmanager.silence([matcher], new Date(Date.now() + HOUR));
  }

  async endSilence(): Promise<void> {
    await this.alertmanager.expire(this.#silenceId);
  }

  async report(firing: readonly Labels[], ended: readonly Labels[]): Promise<void> {
    const now = Date.now();
    await this.alertmanager.post([
      ...firing.map((labels) => ({ labels, endsAt: new Date(now + HOUR).toISOString() })),
      ...ended.map((labels) => ({
        labels,
        startsAt: new Date(now - 1_000).toISOString(),
        endsAt: new Date(now).toISOString(),
      })),
    ]);
  }

  heard(): Heard {
    const heard: Record<string, { firing: string[]; resolved: string[] }> = {};
    for (const { groupLabels, alerts } of this.alertmanager.sent) {
      if (['Match', 'Inhibit'].includes(groupLabels['alertname'] ?? '')) continue;
      const of = (wanted: string) =>
        alerts
          .filter(({ status }) => status === wanted)
          .map(({ labels }) => write(labels))
          .toSorted();
      heard[write(groupLabels)] = { firing: of('firing'), resolved: of('resolved') };
    }
    return heard;
  }
}
