import { makeKey, ok } from '../api.js';
import { newPerson } from '../workspace/person.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

const LAYERS = 100;
const [SCHEDULES, POLICIES] = ['/oncall/schedules', '/escalation-policies'];

interface Prepared {
  readonly key: string;
  readonly scheduleId: string;
  readonly policyId: string;
}

let prepared: Promise<Prepared> | undefined;

/** A schedule with as many layers, restrictions and turns as it may have, and a policy that resolves it as often as it may. */
async function prepare(project: string): Promise<Prepared> {
  const { secret: key } = await makeKey(
    ['oncall:read', 'oncall:write', 'escalation:read', 'escalation:write'],
    project,
  );
  const users = [(await newPerson('ROLE_MEMBER')).userId];
  const layers = Array.from({ length: LAYERS }, (_, nth) => {
    const hour = String(nth % 24).padStart(2, '0');
    const minute = String(Math.floor(nth / 24) * 10).padStart(2, '0');
    const window = { type: 'daily', start_time: `${hour}:${minute}`, end_time: `${hour}:${minute.replace(/.$/, '5')}` };
    const start_at = `2026-01-01T${hour}:${minute}:00Z`;
    return { name: `layer ${nth}`, users, rotation_length: '1h', start_at, restrictions: [window] };
  });
  const create = async (path: string, body: object): Promise<string> => (await ok('POST', path, { key, body }))['id'];
  const schedule = { name: 'Hostile', time_zone: 'America/New_York', layers };
  // One after the other: on a busy machine twenty at once wait for each other until the service says that it is unavailable.
  const schedules: string[] = [];
  while (schedules.length < 20) schedules.push(await create(SCHEDULES, schedule));
  const levels = Array.from({ length: 10 }, (_, nth) => ({ level: nth + 1, delay: '61m', schedules }));
  const policyId = await create(POLICIES, { name: 'Hostile', levels, max_escalations: 20 });
  return { key, scheduleId: schedules[0] ?? '', policyId };
}

const read = (toPath: (ids: Prepared) => string, status = 200): Pick<HostileRequest, 'prepare' | 'send'> => ({
  prepare: async ({ project }) => {
    await (prepared ??= prepare(project));
  },
  send: async ({ project }) => {
    const ids = await (prepared ??= prepare(project));
    await expectStatus(status, `/api/v1${toPath(ids)}`, { method: 'GET', key: ids.key });
  },
});

export const ONCALL: readonly HostileRequest[] = [
  {
    name: 'who is on call in a schedule with many layers and restrictions',
    ...read(({ scheduleId }) => `${SCHEDULES}/${scheduleId}/now?at=2027-01-01T00:00:00Z`),
  },
  {
    name: 'a preview of a schedule with many layers and restrictions, beside nineteen others',
    ...read(
      ({ scheduleId }) => `${SCHEDULES}/${scheduleId}/preview?start=2027-01-01T00:00:00Z&end=2027-01-03T00:00:00Z`,
    ),
  },
  {
    name: 'a preview with more shifts than an answer may have',
    ...read(
      ({ scheduleId }) => `${SCHEDULES}/${scheduleId}/preview?start=2027-01-01T00:00:00Z&end=2027-04-01T00:00:00Z`,
      400,
    ),
  },
  {
    name: 'the dry run of a policy with as many levels, passes and schedules as it may have',
    ...read(({ policyId }) => `${POLICIES}/${policyId}/dry-run?at=2027-01-01T00:00:00Z`),
  },
];
