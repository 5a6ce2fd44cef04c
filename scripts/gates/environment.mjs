/** The environment that the gate sets for all specs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The factor of the deadlines of processes under test: a deadline missed by a starved machine is not a fault of the
 * change. Where services are killed or paused, a longer deadline is also a longer wait for an answer that will not
 * come.
 */
const TIME_SCALE = {
  default: '10',
  standalone: '4',
  distributed: '4',
  'standalone, alone': '2',
  'distributed, alone': '2',
};
/** Settings from the environment of the gate itself come first. */
export function testEnvironment(reader, directory, isAll) {
  if (isAll || process.env.SVC_TEST_SEED) return {};
  // The same code runs the same cases: a rare counterexample must not fail an unrelated change.
  const seeds = path.join(directory, 'seeds.json');
  writeFileSync(seeds, JSON.stringify(reader.seeds()));
  return { SVC_TEST_SEEDS: seeds };
}

/** The settings of the specs of one place. */
export function placeEnvironment(place) {
  return { SVC_TIME_SCALE: process.env.SVC_TIME_SCALE ?? TIME_SCALE[place] ?? TIME_SCALE.default };
}
