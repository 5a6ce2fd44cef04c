import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { newPerson, type Person } from '../workspace/person.js';
import { makeProject } from '../workspace/project.js';

const DAY_MS = 86_400_000;

describe('the import of on-call schedules', () => {
  let key = '';
  let env: Record<string, string> = {};
  let directory = '';
  let [ada, grace]: Partial<Person>[] = [];
  beforeAll(async () => {
    const project = (await makeProject()).id;
    key = (await makeKey(['oncall:read', 'oncall:write'], project)).secret;
    env = { SVC_PROJECT: project, SVC_API_KEY: key };
    directory = await mkdtemp(path.join(tmpdir(), 'svc-import-'));
    [ada, grace] = [await newPerson('ROLE_MEMBER'), await newPerson('ROLE_MEMBER')];
  });
  afterAll(() => rm(directory, { recursive: true }));

  const file = async (name: string, content: string): Promise<string> => {
    const place = path.join(directory, name);
    await writeFile(place, content);
    return place;
  };
  const names = async (): Promise<string[]> => {
    const { schedules } = await ok('GET', '/oncall/schedules', { key });
    return [...(schedules as Json[])].map((schedule) => String(schedule['name']));
  };
  /** Weeks that change on Monday, as the REST API of PagerDuty has them; the names of users are in its list of users. */
  const pagerDuty = (name: string, addresses: readonly (string | undefined)[]): string =>
    JSON.stringify({
      schedule: {
        name,
        time_zone: 'Europe/Berlin',
        schedule_layers: [
          {
            name: 'Weeks',
            start: '2026-01-05T08:00:00Z',
            rotation_virtual_start: '2026-01-05T08:00:00Z',
            rotation_turn_length_seconds: 604_800,
            users: addresses.map((_, nth) => ({ user: { id: `P${nth}`, type: 'user_reference' } })),
          },
        ],
      },
      users: addresses.map((email, nth) => ({ id: `P${nth}`, email })),
    });

  it('creates the schedule of an export, and has on call whom the dry run showed', async () => {
    const name = `Ops ${randomUUID()}`;
    const export_ = await file('pagerduty.json', pagerDuty(name, [ada?.email, grace?.email]));
    const args = ['oncall', 'schedules', 'create', '--file', export_, '--from', 'pagerduty'];
    const planned = await json([...args, '--dry-run'], { env });
    assert.equal(planned['dry_run'], true);
    assert.ok(!(await names()).includes(name));

    const imported = await json(args, { env });
    const [{ schedule, shifts } = assert.fail('no schedule')] = imported['schedules'] as Json[];
    const id = String(schedule['id']);
    assert.deepEqual(imported['report'], planned['report']);
    const at = new Date(Date.now() + 7 * DAY_MS).toISOString();
    const { users } = await json(['oncall', 'now', id, '--at', at], { env });
    const on = [...(shifts as Json[])].find((shift) => String(shift['start']) <= at && at < String(shift['end']));
    assert.equal((users as Json[])[0]?.['user_id'], on?.['user_id']);
    assert.ok([ada?.userId, grace?.userId].includes(String(on?.['user_id'])));
    const text = await svc([...args, '--dry-run', '--output', 'table'], { env });
    assert.match(text.stdout, /^Nothing is stored: 1 schedule would be created\.\n/);
  });

  it('refuses people who match no member by their lines, unless they are mapped or left out', async () => {
    const calendar = [
      'BEGIN:VCALENDAR',
      `X-WR-CALNAME:Calendar ${randomUUID()}`,
      ...[`ann${randomUUID()}`, ada?.email ?? ''].flatMap((person, nth) => [
        'BEGIN:VEVENT',
        `UID:${nth}`,
        `SUMMARY:${person}`,
        `DTSTART;TZID=Europe/Berlin:2026010${5 + nth}T080000`,
        'DURATION:P1D',
        'RRULE:FREQ=DAILY;INTERVAL=2',
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ];
    const name = String(calendar[1]).replace('X-WR-CALNAME:', '');
    const ann = String(calendar[4]).replace('SUMMARY:', '');
    const args = ['oncall', 'schedules', 'create', '--from', 'ical', '--file', '-'];
    const input = calendar.join('\r\n');
    const refused = await svc(args, { env, input });
    assert.equal(refused.code, 1, refused.stderr);
    assert.match(refused.stderr, /line 3: names a person who matches no member/);
    assert.ok(!refused.stderr.includes(ann));
    assert.ok(!(await names()).includes(name));

    const left = await json([...args, '--leave-out-unmatched', '--dry-run'], { env, input });
    const dropped = (left['report'] as Json[]).filter((part) => part['what'] === ann && part['outcome'] === 'dropped');
    assert.deepEqual(
      dropped.map((part) => part['line']),
      [3],
    );

    const mapped = await json([...args, '--map-user', `${ann}=${grace?.email}`], { env, input });
    const [{ schedule } = assert.fail('no schedule')] = mapped['schedules'] as Json[];
    const [layer = assert.fail('no layer')] = schedule['layers'] as Json[];
    assert.deepEqual(new Set(layer['users'] as string[]), new Set([ada?.userId, grace?.userId]));
  });

  it('answers refusals by the field, and requires the scope', async () => {
    const body = { from: 'opsgenie', document: '{' };
    const malformed = await api('POST', '/oncall/schedules/import', { key, body });
    assert.deepEqual([malformed.status, malformed.json['error']], [400, 'invalid_request'], malformed.text);
    const unknown = await api('POST', '/oncall/schedules/import', { key, body: { ...body, from: 'other' } });
    assert.deepEqual([unknown.status, (unknown.json['details'] as Json[])[0]?.['path']], [400, 'from']);
    const reader = (await makeKey(['oncall:read'], env['SVC_PROJECT'])).secret;
    assert.equal((await api('POST', '/oncall/schedules/import', { key: reader, body })).status, 403);
    const alone = await svc(['oncall', 'schedules', 'create', '--json', '{}', '--dry-run'], { env });
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /--dry-run is used with --from/);
  });
});
