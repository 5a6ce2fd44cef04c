/** The last runs of the whole gate on this machine, so that what gets slower or is repeated by chance is seen over several runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT = 50;
const SHOWN = 6;

/** @param file a line of JSON for each run, the oldest first. */
export function historyIn(file) {
  const read = () => {
    try {
      return readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  };
  return {
    /** @param run date: ISO 8601; commit; minutes; cpuSeconds; passed, failed: tests; repeated: files that passed only when repeated. */
    add(run) {
      const runs = [...read(), run].slice(-KEPT);
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, runs.map((each) => `${JSON.stringify(each)}\n`).join(''));
    },
    lines: () => read().slice(-SHOWN).map(describe),
  };
}

function describe({ date, commit, minutes, cpuSeconds, passed, failed, repeated }) {
  const when = `${date.slice(0, 16).replace('T', ' ')}Z ${commit.slice(0, 8)}`;
  return `${when}: ${minutes.toFixed(1)} minutes, ${Math.round(cpuSeconds)} CPU s, ${passed} passed, ${failed} failed, ${repeated.length} repeated`;
}
