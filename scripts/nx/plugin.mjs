/**
 * Gives every package the nx targets build, lint and test, and the black-box suite e2e: no package has to declare them. The heavy suites of
 * the gate are targets of e2e: `pnpm exec nx run @svc/e2e:scale`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { SUITES } from '../gates/suites.mjs';

export const name = 'svc';

export const createNodes = [
  '{apps/*,libs/*,e2e,bench}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = path.dirname(file);
      return [file, { projects: { [root]: { root, targets: inferTargets(root, workspaceRoot) } } }];
    }),
];

function inferTargets(root, workspaceRoot) {
  const script = (file) =>
    existsSync(path.join(workspaceRoot, root, 'scripts', file)) ? `${root}/scripts/${file}` : '';
  const run = (commands) => ({
    executor: 'nx:run-commands',
    options: { commands: commands.filter((command) => command !== ''), parallel: false, cwd: '{workspaceRoot}' },
  });
  const node = (file) => file && `node ${file}`;
  const build = run([
    node(script('generate.mjs')),
    `node node_modules/typescript-native/bin/tsc -b ${root}`,
    node(script('bundle.mjs')),
  ]);
  const lint = run([`eslint --max-warnings=0 ${root}`, `oxlint --tsconfig ${root}/tsconfig.json ${root}`]);
  const test = run([`jest --ci --passWithNoTests ${root}/dist`]);
  // The Prisma client is generated into the sources and not committed.
  const outputs = script('generate.mjs') && { outputs: ['{projectRoot}/dist', '{projectRoot}/src/gen'] };
  return {
    build: { ...build, ...outputs },
    lint,
    ...(root === 'e2e' ? { e2e: run(['node scripts/test.mjs e2e']), ...heavySuites(run) } : { test }),
  };
}

/**
 * Their inputs are not folders but the imports of their specs and of the programs that these start, which the gate
 * computes.
 */
function heavySuites(run) {
  return Object.fromEntries(
    SUITES.filter(({ heavy }) => heavy).map(({ name }) => [
      name.replace(/\W+/g, '-'),
      {
        ...run([`node scripts/test.mjs "${name}"`]),
        cache: true,
        inputs: [{ runtime: `node scripts/gates/suite-hash.mjs "${name}"` }, { env: 'SVC_TEST_EFFORT' }],
        outputs: [],
      },
    ]),
  );
}
