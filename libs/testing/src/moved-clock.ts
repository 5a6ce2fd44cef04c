/**
 * Loaded into processes under test before anything else: moves their clock by the milliseconds in the file that `SVC_CLOCK_FILE` names,
 * whenever that changes. Timers, and the clocks of other programs such as databases, are not moved.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const file = process.env['SVC_CLOCK_FILE'] ?? '';
const realNow = Date.now;
let offsetMs = 0;

function look(): void {
  try {
    offsetMs = Number(readFileSync(file, 'utf8'));
  } catch {
    // The clock has not been moved yet.
  }
}

look();
setInterval(look, LOOK_MS).unref();
Date.now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], created) =>
    Reflect.construct(target, given.length > 0 ? given : [Date.now()], created) as Date,
});
