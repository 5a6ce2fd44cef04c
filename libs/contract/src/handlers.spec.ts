import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Projects, ProjectsListResponse } from './gen/index.js';
import type { Handlers } from './handlers.js';

type Complete = {
  list: () => Promise<{ projects: { id: string }[] }>;
  current: () => Promise<{ id: string }>;
};
type IsHandler<T> = T extends Handlers<typeof Projects, unknown> ? true : false;

it('does not compile when a method is missing, or takes or answers something else', () => {
  const complete: IsHandler<Complete> = true;
  const whole: IsHandler<Complete & { list: () => Promise<ProjectsListResponse> }> = true;
  const missing: IsHandler<Omit<Complete, 'current'>> = false;
  const otherAnswer: IsHandler<Omit<Complete, 'list'> & { list: () => Promise<{ projects: number[] }> }> = false;
  const otherRequest: IsHandler<Omit<Complete, 'list'> & { list: (request: number) => Promise<object> }> = false;
  assert.deepEqual([complete, whole, missing, otherAnswer, otherRequest], [true, true, false, false, false]);
});
