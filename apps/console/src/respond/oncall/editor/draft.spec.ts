import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Schedule } from '../../../gen/api.js';
import { compareSchedules } from './compare-schedules.js';
import { newDraft, newWindow, toDraft, type ScheduleDraft } from './draft.js';
import { findFault, toRequest } from './to-request.js';

const SCHEDULE: Schedule = {
  id: 's1',
  project_id: 'p1',
  name: 'Primary',
  time_zone: 'Europe/Berlin',
  version: 3,
  created_by: 'u1',
  layers: [
    {
      name: 'Week',
      users: ['u1', 'u2', 'u1'],
      rotation_length: '1w',
      start_at: '2026-10-19T07:00:30.500Z',
      end_at: '2027-01-01T00:00:00Z',
      handoff_time: '09:30',
      concurrency: 2,
      restrictions: [
        { type: 'weekly', start_day: 'friday', start_time: '18:00', end_day: 'monday', end_time: '08:00' },
        { type: 'daily', start_time: '22:00', end_time: '06:00' },
      ],
    },
  ],
};
const NOW = Date.parse('2026-11-01T12:00:00Z');

describe('The form of a schedule', () => {
  it('sends the schedule as it was read, to the millisecond, if nothing is changed', () => {
    const { name, time_zone: zone, layers } = SCHEDULE;
    assert.deepEqual(toRequest(toDraft(SCHEDULE), SCHEDULE), { name, time_zone: zone, layers });
    assert.equal(findFault(toDraft(SCHEDULE)), undefined);
  });

  it('has the times of its zone, also after clocks have changed', () => {
    const [layer] = toDraft(SCHEDULE).layers;
    assert.equal(layer?.start, '2026-10-19T09:00');
    assert.equal(layer?.end, '2027-01-01T01:00');
    const moved: ScheduleDraft = { ...toDraft(SCHEDULE), zone: 'UTC' };
    assert.equal(toRequest(moved, SCHEDULE).layers[0]?.start_at, '2026-10-19T09:00:00.000Z');
  });

  it('keeps any minute of any zone', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata');
    const minute = fc.integer({ min: Date.parse('2020-01-01') / 60_000, max: Date.parse('2030-01-01') / 60_000 });
    fc.assert(
      fc.property(zone, minute, (time_zone, at) => {
        const start_at = new Date(at * 60_000).toISOString();
        const [layer] = SCHEDULE.layers;
        assert.ok(layer);
        const schedule: Schedule = { ...SCHEDULE, time_zone, layers: [{ ...layer, start_at }] };
        assert.equal(toRequest(toDraft(schedule), schedule).layers[0]?.start_at, start_at);
      }),
    );
  });

  it.each<[string, (draft: ScheduleDraft) => ScheduleDraft]>([
    ['Type a name.', (draft) => ({ ...draft, name: ' ' })],
    ['Choose a time zone.', (draft) => ({ ...draft, zone: 'Nowhere' })],
    ['Add a layer.', (draft) => ({ ...draft, layers: [] })],
    ['Two layers have the same name.', (draft) => ({ ...draft, layers: [...draft.layers, ...draft.layers] })],
    ['Layer 1: add a member.', (draft) => change(draft, { users: [] })],
    ['Layer 1: a turn lasts a time such as 12h, 1d, 1w or 1mo.', (draft) => change(draft, { length: 'a week' })],
    ['Layer 1: type the start of the first turn.', (draft) => change(draft, { start: '' })],
    ['Layer 1: it has to end after its start.', (draft) => change(draft, { end: '2000-01-01T00:00' })],
    ['Layer 1: between 1 and 10 members are on call at once.', (draft) => change(draft, { concurrency: '11' })],
    [
      'Layer 1: windows need times such as 09:00.',
      (draft) => change(draft, { windows: [{ ...newWindow(), endTime: '' }] }),
    ],
  ])('says “%s”', (fault, spoil) => {
    const draft = { ...newDraft('UTC', NOW, 'u1'), name: 'Primary' };
    assert.equal(findFault(draft), undefined);
    assert.equal(findFault(spoil(draft)), fault);
  });

  it('says which parts of two versions differ, with the names of members', () => {
    const [layer] = SCHEDULE.layers;
    assert.ok(layer);
    const now: Schedule = {
      ...SCHEDULE,
      version: 4,
      layers: [
        { ...layer, users: ['u2'] },
        { ...layer, name: 'New' },
      ],
    };
    const nameOf = (id: string): string => (id === 'u1' ? 'Ada' : 'Grace');
    const found = compareSchedules(SCHEDULE, now, nameOf);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Layer Week', 'Layer New', 'Version'],
    );
    assert.match(found[0]?.before ?? '', /^1\. · Ada, Grace, Ada · every 1w, at 09:30 · from 2026-10-19 09:00/);
    assert.match(found[0]?.now ?? '', /· Grace ·.*friday 18:00 – monday 08:00; daily 22:00–06:00 · 2 at once/);
    assert.equal(found[1]?.before, '–');
  });
});

function change(draft: ScheduleDraft, fields: Partial<ScheduleDraft['layers'][number]>): ScheduleDraft {
  return { ...draft, layers: draft.layers.map((layer) => ({ ...layer, ...fields })) };
}
