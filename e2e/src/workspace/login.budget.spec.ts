import assert from 'node:assert/strict';
import { api } from '../api.js';
import { newPerson } from './person.js';

const ROUNDS = 5;

it('answers a wrong password and an unknown user in the same time', async () => {
  const { email } = await newPerson('ROLE_VIEWER');
  const attemptMs = async (address: string): Promise<number> => {
    const began = performance.now();
    await api('POST', '/auth/login', { key: null, body: { email: address, password: 'another one altogether' } });
    return performance.now() - began;
  };
  const fastest = { known: Infinity, unknown: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    fastest.known = Math.min(fastest.known, await attemptMs(email));
    fastest.unknown = Math.min(fastest.unknown, await attemptMs(`nobody-${round}@example.com`));
  }
  const ratio = fastest.unknown / fastest.known;
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});
