/** Checks the formatting of the files whose content no run has found to be formatted before. */
import { trackedFiles } from '../graph.mjs';
import { toHash, openPassed, readChecked } from './passed.mjs';

const CONFIGURATION = ['.prettierrc.json', '.prettierignore', 'pnpm-lock.yaml'];

export async function checkFormatting(command) {
  const passed = openPassed('formatting');
  const configuration = CONFIGURATION.map(readChecked);
  const files = trackedFiles().map((file) => ({ file, hash: toHash([...configuration, file, readChecked(file)]) }));
  const due = files.filter(({ hash }) => !passed.has(hash)).map(({ file }) => file);
  const options = ['--check', '--log-level=warn', '--ignore-unknown'];
  if (due.length > 0)
    await command('pnpm', ['exec', 'prettier', ...options, ...due]).catch(({ stderr }) => {
      // The message of the error would contain the names of all files.
      throw new Error(stderr);
    });
  passed.add(files.map(({ hash }) => hash));
}
