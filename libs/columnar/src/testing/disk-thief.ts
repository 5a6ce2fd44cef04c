import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Takes all free space of a disk and gives it back until its time is over; a process, so that it does so during a write. */
const [, , path = '', duration = '0'] = process.argv;
const file = openSync(path, 'w');
const end = Date.now() + Number(duration);
while (Date.now() < end) {
  let size = 0;
  for (const piece of [Buffer.alloc(524_288, 1), Buffer.alloc(4_096, 1)]) {
    try {
      for (;;) size += writeSync(file, piece, 0, piece.length, size);
    } catch {
      // Full.
    }
  }
  await delay(Math.random() * 15);
  ftruncateSync(file, 0);
  await delay(Math.random() * 25);
}
