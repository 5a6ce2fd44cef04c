import { agree, localMinutes, modulo, NOW_MS, WEEK } from '../testing/import-judge.js';

describe('GoAlert', () => {
  it('has on duty whom its rules have: targets together, the turn of the present, replacements', () => {
    const zone = 'America/New_York';
    const users = ['ann', 'bob', 'cem'].map((name, index) => ({ id: `u${index}`, name, email: `${name}@example.com` }));
    const source = {
      data: {
        users: { nodes: users },
        rotations: {
          nodes: [
            {
              id: 'r1',
              name: 'Weekly',
              timeZone: zone,
              type: 'weekly',
              shiftLength: 1,
              start: '2024-01-01T14:00:00Z',
              userIDs: ['u0', 'u1', 'u2'],
              activeUserIndex: 1,
            },
            {
              id: 'r2',
              name: 'Halves',
              timeZone: zone,
              type: 'hourly',
              shiftLength: 12,
              start: '2026-01-01T13:00:00Z',
              userIDs: ['u2', 'u0'],
              activeUserIndex: 0,
            },
          ],
        },
        userOverrides: {
          nodes: [
            {
              id: 'o',
              start: '2026-03-04T05:00:00Z',
              end: '2026-03-12T05:00:00Z',
              addUser: users[2],
              removeUser: users[1],
            },
          ],
        },
        schedule: {
          id: 's',
          name: 'Support',
          timeZone: zone,
          targets: [
            {
              target: { id: 'r1', type: 'rotation', name: 'Weekly' },
              rules: [
                { id: '1', start: '09:00', end: '17:00', weekdayFilter: [false, true, true, true, true, true, false] },
              ],
            },
            {
              target: { id: 'r2', type: 'rotation', name: 'Halves' },
              rules: [
                { id: '2', start: '00:00', end: '00:00', weekdayFilter: [true, true, true, true, true, true, true] },
              ],
            },
            {
              target: { id: 'u1', type: 'user', name: 'bob' },
              rules: [
                {
                  id: '3',
                  start: '22:00',
                  end: '04:00',
                  weekdayFilter: [true, false, false, false, false, false, true],
                },
              ],
            },
          ],
        },
      },
    };
    const start = localMinutes(Date.parse('2024-01-01T14:00:00Z'), zone);
    const halves = localMinutes(Date.parse('2026-01-01T13:00:00Z'), zone);
    const turnNow = Math.floor((localMinutes(NOW_MS, zone) - start) / WEEK);
    const halfNow = Math.floor((localMinutes(NOW_MS, zone) - halves) / 720);
    agree('goalert', source, (ms) => {
      const now = localMinutes(ms, zone);
      const found: string[] = [];
      const [minute, day] = [modulo(now, 1_440), Math.floor(modulo(now, WEEK) / 1_440)];
      const weekly = users[modulo(1 + Math.floor((now - start) / WEEK) - turnNow, 3)];
      const isReplaced =
        weekly?.id === 'u1' && ms >= Date.parse('2026-03-04T05:00:00Z') && ms < Date.parse('2026-03-12T05:00:00Z');
      if (day < 5 && minute >= 540 && minute < 1_020) found.push((isReplaced ? users[2] : weekly)?.email ?? '');
      found.push(users[modulo(Math.floor((now - halves) / 720) - halfNow, 2) === 0 ? 2 : 0]?.email ?? '');
      const isSaturday =
        (day === 5 && minute >= 1_320) ||
        (day === 6 && (minute < 240 || minute >= 1_320)) ||
        (day === 0 && minute < 240);
      const bobIsReplaced = ms >= Date.parse('2026-03-04T05:00:00Z') && ms < Date.parse('2026-03-12T05:00:00Z');
      if (isSaturday) found.push(bobIsReplaced ? 'cem@example.com' : 'bob@example.com');
      return found;
    });
  });
});
