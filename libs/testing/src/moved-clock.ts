/**
 * Loaded into processes under test before anything else: moves their clock by the milliseconds in the file that `SVC_CLOCK_FILE` names,
 * whenever that changes, and says so in a file of its own. Timers, and the clocks of other programs such as databases, are not moved.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 50;
const file = process.env['SVC_CLOCK_FILE'] ?? '';
const realNow = Date.now;
let followed = '';
let offsetMs = 0;

function look(): void {
  const text = readFileSync(file, 'utf8');
  if (text === followed) return;
  followed = text;
  offsetMs = Number(text);
  if (isMainThread) writeFileSync(`${file}.${process.pid}`, text);
}

look();
setInterval(look, POLL_MS).unref();
Date.now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], created) =>
    Reflect.construct(target, given.length > 0 ? given : [Date.now()], created) as Date,
});
