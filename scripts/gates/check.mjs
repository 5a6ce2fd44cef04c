/** The parts of the gate that read the sources and run no specs. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../tools.mjs';
import { checkFormatting } from './formatting.mjs';
import { lint } from './lint.mjs';
import { step } from './totals.mjs';

/** Runs before all other parts, because it writes the files that they read. */
export async function checkGenerated() {
  await step('generated code matches its sources', async () => {
    await command('node', ['scripts/gen.mjs']);
    await command('node', ['apps/cli/scripts/write-docs.mjs']);
    await command('node', ['scripts/write-configuration.mjs']);
    const written = ['*/gen/*', 'CONTRIBUTING.md', 'docs/', 'apps/gateway/assets/docs/', 'deploy/helm/svc/'];
    await command('git', ['diff', '--exit-code', '--stat', '--', ...written]);
  });
}

export async function check() {
  await step('schema and migrations agree', () =>
    command('node', ['libs/relational/scripts/create-migration.mjs', '--check']),
  );
  await step('protos: lint and breaking changes', () => command('node', ['scripts/proto-check.mjs']));
  await step('formatting', () => checkFormatting(command));
  await step('lint and boundaries', () => lint(command));
  await step('licences of dependencies', () => command('node', ['scripts/licenses.mjs']));
  await step('structure', () => command('node', ['scripts/structure.mjs']));
  sizes();
}

/** Prints sizes without enforcing them: the median and the largest files show whether the code still consists of small parts. */
function sizes() {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/gen/') && existsSync(path.join(ROOT, file)))
    .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n').length }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share) => files[Math.min(files.length - 1, Math.floor(files.length * share))];
  console.log(`\nfile sizes: ${files.length} files, median ${at(0.5)?.lines}, p90 ${at(0.9)?.lines} lines; largest:`);
  for (const { file, lines } of files.slice(-5).reverse()) console.log(`  ${lines} ${file}`);
}

/** Asynchronous, so that the black-box suite continues in the meantime. */
async function command(name, args) {
  const { stdout } = await promisify(execFile)(name, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  if (stdout.trim() !== '') console.log(stdout.trim());
}
