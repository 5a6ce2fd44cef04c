import { randomUUID } from 'node:crypto';
import { makeKey, ok } from '../api.js';
import { makeProject } from '../workspace/project.js';
import type { Cast } from './cast.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

/** Compiles to thousands of instructions. */
const LARGE_PATTERN = `${'(?:\\w?){1,1000}'.repeat(6)}$`;
/** Among the slowest of the patterns that are accepted. */
const SLOW_PATTERN = '[ab]*a[ab]{60}$';
const LONG_TEXT = Array.from({ length: 4096 }, (_, n) => ((n * 7919) % 13 < 6 ? 'a' : 'b')).join('');

const pattern = (key: string, value: string) => ({ type: 'person', key, operator: 'regex', value });
const groups = (count: number, conditions: readonly object[]) =>
  Array.from({ length: count }, () => ({ conditions, rollout_percentage: 0 }));

function createFlag({ member }: Cast, filters: object): Promise<unknown> {
  return ok('POST', '/flags', { key: member, body: { key: `hostile-${randomUUID()}`, name: 'Hostile', filters } });
}

function decide({ publishable }: Cast, properties: object, others: object = {}): Promise<void> {
  const body = JSON.stringify({ distinct_id: 'stranger', person_properties: properties, ...others });
  return expectStatus(200, '/api/v1/decide', { key: publishable, body });
}

export const FLAGS: readonly HostileRequest[] = [
  {
    name: 'a flag whose regular expression is short and huge',
    send: ({ member }) => {
      const filters = { groups: groups(1, [pattern('a', LARGE_PATTERN), pattern('b', LARGE_PATTERN)]) };
      const body = JSON.stringify({ key: `hostile-${randomUUID()}`, name: 'Hostile', filters });
      return expectStatus(400, '/api/v1/flags', { key: member, body });
    },
  },
  {
    name: 'flags with as many slow regular expressions as they may have, and long properties',
    prepare: async (cast) => {
      const conditions = Array.from({ length: 10 }, (_, n) => ({
        ...pattern('a', `x${n}|${SLOW_PATTERN}`),
        negate: true,
      }));
      for (let n = 0; n < 20; n++) await createFlag(cast, { groups: groups(2, conditions) });
    },
    send: async (cast) => {
      await decide(cast, { a: LONG_TEXT.slice(0, 1_000) });
      await decide(cast, { a: LONG_TEXT });
    },
  },
  {
    name: 'flags with 2,500 conditions each on a property of half a megabyte',
    prepare: async (cast) => {
      const condition = { type: 'person', key: 'large', operator: 'not_icontains', value: 'needle' };
      const conditions = Array.from({ length: 39 }, () => condition);
      for (let n = 0; n < 3; n++) await createFlag(cast, { groups: groups(50, conditions) });
    },
    send: (cast) => decide(cast, { large: 'Hay '.repeat(30_000) }),
  },
  {
    name: 'an explanation of all flags',
    send: ({ publishable }) =>
      expectStatus(400, '/api/v1/decide', {
        key: publishable,
        body: JSON.stringify({ distinct_id: 'stranger', explain: true }),
      }),
  },
  {
    name: 'flags as large as a project may have, one after the other until one is refused',
    send: async () => {
      const { id } = await makeProject();
      const { secret: key } = await makeKey(['flags:write', 'flags:evaluate'], id);
      const values = Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(800, 'x'));
      const conditions = [{ type: 'person', key: 'a', operator: 'in', value: values }];
      const create = (n: number, status: number) => {
        const body = JSON.stringify({ key: `large-${n}`, name: 'Large', filters: { groups: groups(1, conditions) } });
        return expectStatus(status, '/api/v1/flags', { key, body });
      };
      for (let n = 0; n < 5; n++) await create(n, 201);
      await create(5, 409);
      await expectStatus(200, '/api/v1/decide', {
        key,
        body: JSON.stringify({ distinct_id: 'd', person_properties: {} }),
      });
    },
  },
  {
    name: 'a decision for ten thousand properties',
    send: (cast) => decide(cast, Object.fromEntries(Array.from({ length: 9_900 }, (_, n) => [`p${n}`, n]))),
  },
];
