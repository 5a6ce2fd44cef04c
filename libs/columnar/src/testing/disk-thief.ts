import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Repeatedly allocates and frees all space of a disk until its time is over; a separate process, so that this happens during writes. */
const [, , path = '', duration = '0'] = process.argv;
const file = openSync(path, 'w');
const end = Date.now() + Number(duration);
while (Date.now() < end) {
  let size = 0;
  for (const piece of [Buffer.alloc(524_288, 1), Buffer.alloc(4_096, 1)]) {
    try {
      for (;;) size += writeSync(file, piece, 0, piece.length, size);
    } catch {
      // The disk is full.
    }
  }
  await delay(Math.random() * 15);
  ftruncateSync(file, 0);
  await delay(Math.random() * 25);
}
