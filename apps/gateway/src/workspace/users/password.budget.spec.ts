import assert from 'node:assert/strict';
import { hashPassword, verifyPassword } from './password.js';

const ROUNDS = 15;

it('takes the same time for a wrong password and an unknown user', async () => {
  const stored = await hashPassword('correct horse battery staple');
  /** CPU time of all threads, because the work is done beside the event loop. */
  const work = async (subject: string | null): Promise<number> => {
    const before = process.cpuUsage();
    await verifyPassword(subject, 'another one altogether');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await work(null);
  const least = { known: Infinity, unknown: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    least.known = Math.min(least.known, await work(stored));
    least.unknown = Math.min(least.unknown, await work(null));
  }
  const ratio = least.unknown / least.known;
  assert.ok(ratio > 0.5 && ratio < 2, `${ratio}`);
});
