import assert from 'node:assert/strict';
import type { Json } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { printImport } from './imported.js';

const page = { width: undefined, colors: createColors(false) };
const answer: Json = {
  dry_run: true,
  schedules: [
    {
      schedule: { name: 'Ops', time_zone: 'UTC', layers: [{ users: ['u1', 'eve'] }] },
      override_count: 2,
      shifts: [
        {
          user_id: '',
          name: 'eve',
          layer: 'Weeks',
          source: 'layer',
          start: '2026-05-07T00:00:00Z',
          end: '2026-05-08T00:00:00Z',
        },
        {
          user_id: 'u1',
          name: 'Ada',
          layer: '',
          source: 'override',
          start: '2026-05-09T00:00:00Z',
          end: '2026-05-10T00:00:00Z',
        },
      ],
      gaps: [{ start: '2026-05-08T00:00:00Z', end: '2026-05-09T00:00:00Z', reason: 'uncovered' }],
    },
  ],
  people: [
    { person: 'ada@example.com', user_id: 'u1', name: 'Ada', matched_by: 'email', path: 'data.rotations[0]' },
    { person: 'eve\u001b[31m', matched_by: 'none', line: 7 },
  ],
  report: [{ line: 7, what: 'eve', outcome: 'changed', why: 'A reason.' }],
};

describe('printImport', () => {
  it('shows the schedules, each part, the people and who would be on call, gaps in between', () => {
    const text = printImport(answer, page);
    assert.match(text, /^Nothing is stored: 1 schedule would be created\.\n/);
    assert.match(text, /Ops +UTC +1 +2 +2/);
    assert.match(text, /line 7 +changed +eve +A reason\./);
    assert.match(text, /ada@example\.com +Ada +email +data\.rotations\[0\]/);
    assert.match(text, /Ops +eve [^]*Ops +nobody [^]*Ops +Ada .*override/);
    assert.ok(!text.includes('\u001b'));
  });

  it('says what was created', () => {
    assert.equal(
      printImport({ dry_run: false, schedules: [], people: [], report: [] }, page),
      'Created 0 schedules.\n',
    );
  });
});
