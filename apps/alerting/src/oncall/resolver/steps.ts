import { EventLoopYielder } from '@svc/runtime';

/** Runs work in steps at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs work in steps, and lets other requests run in between when it takes long. */
export async function finishYielding<Result>(steps: Generator<void, Result>): Promise<Result> {
  const yielder = new EventLoopYielder(1);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (yielder.isDue()) await yielder.yield();
  }
}
