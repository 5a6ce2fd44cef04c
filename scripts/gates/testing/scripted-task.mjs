/** A task for specs of the gate: each file behaves according to its name. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { report } from '../totals.mjs';

const AUTOGROUP = '/proc/self/autogroup';
const { files, directory } = JSON.parse(process.argv[2]);
const result = (file, failed) =>
  report({
    type: 'file',
    file,
    tests: [{ title: 'a test', status: failed ? 'failed' : 'passed' }],
    failed,
    message: failed ? 'what went wrong' : '',
    ms: 1,
  });

for (const file of files) {
  report({ type: 'file-start', file });
  writeFileSync(path.join(directory, `runs-${process.pid}`), file);
  if (file.startsWith('meets')) await meet(Number(file.split('-')[1]));
  if (file.startsWith('hangs')) await new Promise((resolve) => setTimeout(resolve, 600_000));
  if (file.startsWith('exits')) process.exit(3);
  const isFirst = !existsSync(path.join(directory, `seen-${file}`));
  writeFileSync(path.join(directory, `seen-${file}`), '');
  result(file, file.startsWith('fails') && (isFirst || !file.startsWith('fails-once')));
}

/** Waits until the given number of processes have begun such a file. */
async function meet(count) {
  const weight = existsSync(AUTOGROUP) ? readFileSync(AUTOGROUP, 'utf8') : '';
  writeFileSync(path.join(directory, `meets-${process.pid}`), weight);
  while (readdirSync(directory).filter((name) => name.startsWith('meets-')).length < count)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
