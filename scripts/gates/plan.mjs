/** Turns suites into tasks: each is one process, and two or three of them run at a time. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, replaceFile } from '../user-cache.mjs';
import { placeEnvironment } from './environment.mjs';

/**
 * Number of tasks into which the store-backed specs are divided, so that no lane waits long for the others at the end.
 */
const PARTS = 12;
/** Seconds of a file that was never timed, by place. */
const TYPICAL_SECONDS = {
  unit: 0.5,
  int: 6,
  standalone: 4,
  distributed: 5,
  'standalone, alone': 25,
  'distributed, alone': 40,
};
const DURATIONS = path.join(CACHE, 'gate', 'durations.json');

/** The last duration of each file in each place, in seconds. */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(DURATIONS, 'utf8'));
  } catch {
    return {};
  }
}

export function writeDurations(measured) {
  replaceFile(DURATIONS, JSON.stringify({ ...readDurations(), ...measured }));
}

export const durationKey = (place, file) => `${place}: ${file}`;

/** The tasks of these suites, the longest first, after the checks, which fail fastest. */
export function planTasks(suites) {
  const durations = readDurations();
  const getSeconds = (place, file) => durations[durationKey(place, file)] ?? TYPICAL_SECONDS[place] ?? 10;
  const steps = suites
    .filter(({ steps: parts }) => parts !== undefined)
    .map(({ name, steps: parts }) => ({ name, kind: 'steps', steps: parts, files: [], env: {} }));
  const withSpecs = suites.filter(({ files }) => files.length > 0);
  const tasks = [
    ...Map.groupBy(withSpecs, ({ place, atEnd = false }) => `${place}${atEnd ? ', at the end' : ''}`),
  ].flatMap(([name, members]) => {
    const [{ place, atEnd = false }] = members;
    const files = members.flatMap((suite) => suite.files);
    const parts = place === 'int' ? divide(files, PARTS, (file) => getSeconds(place, file)) : [files];
    return parts.map((part, index) => ({
      name: parts.length > 1 ? `${name} ${index + 1}/${parts.length}` : name,
      ...getRunner(place),
      place,
      atEnd,
      files: part,
      env: placeEnvironment(place),
      seconds: part.reduce((sum, file) => sum + getSeconds(place, file), 0),
    }));
  });
  return [...steps, ...tasks.toSorted((one, other) => other.seconds - one.seconds)].map((task, index) => ({
    ...task,
    id: `${index}-${task.name.replace(/\W+/g, '-')}`,
  }));
}

/** The runner of the specs of a place. */
function getRunner(place) {
  if (['unit', 'int', 'budget'].includes(place)) return { kind: 'jest', project: place };
  if (place.startsWith('client ')) return { kind: 'client', major: Number(place.slice('client '.length)) };
  const [topology, alone] = place.split(', ');
  return { kind: alone ? 'alone' : 'service', topology };
}

/** Divides files into parts that take equally long. */
function divide(files, count, getSeconds) {
  const parts = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [], seconds: 0 }));
  for (const file of files.toSorted((one, other) => getSeconds(other) - getSeconds(one))) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(file);
    shortest.seconds += getSeconds(file);
  }
  return parts.map((part) => part.files);
}
