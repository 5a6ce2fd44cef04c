import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { chooseSeed, seededRandom } from '../random.js';
import { capture, newId } from './capture.js';
import { toImports, makeHistory, toProperties } from './history.js';

const PEOPLE = 12;
const IDS = 4;
const EVENTS = 60;
const SENDERS = 4;

describe('persons whose events arrive in the worst order', () => {
  it('computes persons like an independent reading of the rules, with imports, merges and repetitions interleaved', async () => {
    const project = await defaultProjectId();
    const seed = chooseSeed();
    console.info(`SVC_TEST_SEED=${seed}`);
    const next = seededRandom(seed);
    const random = (end: number): number => Math.floor(next() * end);
    const base = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const people = Array.from({ length: PEOPLE }, () => {
      const ids = Array.from({ length: IDS }, (_, nth) => newId(nth === 0 ? 'user' : 'device'));
      return { ids, history: makeHistory(ids, base, EVENTS, random) };
    });
    const all = people.flatMap(({ history }) => history);
    const requests = toImports(all, random);
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let some = requests.pop(); some; some = requests.pop()) await capture(some);
      }),
    );
    for (const { ids, history } of people) {
      const [user = ''] = ids;
      const asked = ids[random(IDS)] ?? user;
      const path = (more = ''): string => `/persons/${asked}${more}?project_id=${project}`;
      const lived = history.filter(({ event }) => event !== 'identify').length;
      await eventually(`all of ${user}`, async () => {
        const { status, json } = await api('GET', path());
        if (status !== 200 || (json['distinct_ids'] as unknown as string[]).length !== IDS) return false;
        const { signals } = await ok('GET', path('/stats'));
        const events = [...(signals as Json[])].find(({ signal }) => signal === 'events');
        return Number(events?.['total']) === lived;
      });
      const times = history.map(({ timestamp }) => timestamp).toSorted();
      const expected = {
        properties: sorted(toProperties(history)),
        distinct_id: user,
        is_identified: true,
        seen: [times[0], times.at(-1)].map((time) => toNanoseconds(time ?? '')),
      };
      let person: unknown;
      const read = async () => {
        const { properties, distinct_id, is_identified, first_seen, last_seen } = await ok('GET', path());
        const seen = [first_seen, last_seen].map((time) => toNanoseconds(time as string));
        return { properties: sorted(properties), distinct_id, is_identified, seen };
      };
      // Each of them is in a table of its own.
      await eventually(`what ${user} is`, async () => isDeepStrictEqual((person = await read()), expected)).catch(
        () => undefined,
      );
      assert.deepEqual(person, expected, `of ${user}, asked by ${asked}`);
      const { entries } = await ok('GET', `${path('/timeline')}&limit=200`);
      assert.equal([...(entries as Json[])].length, lived);
    }
  });
});

const sorted = (properties: unknown): [string, unknown][] =>
  Object.entries(properties as object).sort(([a], [b]) => (a < b ? -1 : 1));

function toNanoseconds(time: string): bigint {
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(time) ?? [];
  return BigInt(Date.parse(`${second}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
