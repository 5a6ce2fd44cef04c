import assert from 'node:assert/strict';
import { judgePoll, type PolledDevice } from './poll.js';

const at = (ms: number) => new Date(ms);
const device: PolledDevice = {
  interval: 5,
  polledAt: null,
  expiresAt: at(600_000),
  deniedAt: null,
  membershipId: null,
};

const cases: [string, PolledDevice, number, string][] = [
  ['the first poll waits', device, 0, 'authorization_pending'],
  ['a poll after the interval waits', { ...device, polledAt: at(1000) }, 6000, 'authorization_pending'],
  ['a poll a little early waits too', { ...device, polledAt: at(1000) }, 5600, 'authorization_pending'],
  ['a poll too early slows down', { ...device, polledAt: at(1000) }, 5400, 'slow_down'],
  ['a longer interval counts', { ...device, interval: 10, polledAt: at(0) }, 6000, 'slow_down'],
  ['what was approved is answered at once', { ...device, polledAt: at(1000), membershipId: 'm' }, 1100, 'approved'],
  ['what was denied too', { ...device, polledAt: at(1000), deniedAt: at(1050) }, 1100, 'access_denied'],
  ['nothing counts after the end', { ...device, membershipId: 'm' }, 600_000, 'expired_token'],
];
for (const [name, polled, now, outcome] of cases) it(name, () => assert.equal(judgePoll(polled, now), outcome));
