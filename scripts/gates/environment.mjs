/** What the gate sets for all specs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Deadlines of processes under test are this much longer: what a starved machine misses is no fault of the change. */
const TIME_SCALE = '10';
/** How many times as many cases and kills `npm run test:all` tries. */
const ALL_EFFORT = '10';

/** Settings from the environment of the gate itself come first. */
export function testEnvironment(reader, directory, isAll) {
  const scale = { SVC_TIME_SCALE: process.env.SVC_TIME_SCALE ?? TIME_SCALE };
  if (isAll) return { ...scale, SVC_TEST_EFFORT: process.env.SVC_TEST_EFFORT ?? ALL_EFFORT };
  if (process.env.SVC_TEST_SEED) return scale;
  // The same code runs the same cases: a rare counterexample must not meet a change that has nothing to do with it.
  const seeds = path.join(directory, 'seeds.json');
  writeFileSync(seeds, JSON.stringify(reader.seeds()));
  return { ...scale, SVC_TEST_SEEDS: seeds };
}
