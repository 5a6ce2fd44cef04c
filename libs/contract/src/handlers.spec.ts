import assert from 'node:assert/strict';
import type { Erasure, EraseProjectResponse } from './gen/index.js';
import type { Handlers } from './handlers.js';

type CheckLog = { checkLog: () => Promise<{ cleared: boolean }> };
type Complete = CheckLog & { eraseProject: () => Promise<{ complete: boolean }> };
type IsHandler<T> = T extends Handlers<typeof Erasure, unknown> ? true : false;

it('handlers do not compile with a missing method or a wrong message type', () => {
  const complete: IsHandler<Complete> = true;
  const whole: IsHandler<CheckLog & { eraseProject: () => Promise<EraseProjectResponse> }> = true;
  const missing: IsHandler<Omit<Complete, 'eraseProject'>> = false;
  const otherAnswer: IsHandler<CheckLog & { eraseProject: () => Promise<{ complete: number }> }> = false;
  const otherRequest: IsHandler<CheckLog & { eraseProject: (request: number) => Promise<object> }> = false;
  assert.deepEqual([complete, whole, missing, otherAnswer, otherRequest], [true, true, false, false, false]);
});
