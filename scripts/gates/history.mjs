/** The last runs of the whole gate on this machine. They show when it becomes slower, and files that failed by chance. */
import { readFileSync } from 'node:fs';
import { replaceFile } from '../user-cache.mjs';

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
    /**
     * @param run date: ISO 8601; commit; minutes; cpuSeconds; passed, failed: tests; repeated: files that passed only when repeated, each
     * with the message of its failure.
     */
    add(run) {
      const runs = [...read(), run].slice(-KEPT);
      replaceFile(file, runs.map((each) => `${JSON.stringify(each)}\n`).join(''));
    },
    lines: () => read().slice(-SHOWN).map(describe),
  };
}

function describe({ date, commit, minutes, cpuSeconds, passed, failed, repeated }) {
  const when = `${date.slice(0, 16).replace('T', ' ')}Z ${commit.slice(0, 8)}`;
  return `${when}: ${minutes.toFixed(1)} minutes, ${Math.round(cpuSeconds)} CPU s, ${passed} passed, ${failed} failed, ${repeated.length} repeated`;
}
