/** The black-box suite: one service of each topology serves all specs; those that kill it start their own afterwards. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { jest } from './specs.mjs';
import { fail, pass, skip } from './totals.mjs';

export const TOPOLOGIES = ['standalone', 'distributed'];

/** Specs that kill the service are in separate folders; some need several processes. */
const SHARING = path.join(ROOT, 'e2e/dist/!(crash|scale|upgrade)/**/*.spec.js');
const KILLING = {
  standalone: path.join(ROOT, 'e2e/dist/crash/**/*.spec.js'),
  distributed: path.join(ROOT, 'e2e/dist/@(crash|scale|upgrade)/**/*.spec.js'),
};

export async function endToEnd(kind, only) {
  const { addressEnvironment, startTopology } = await import(path.join(ROOT, 'e2e/dist/topology.js'));
  let topology;
  try {
    topology = await startTopology(kind);
  } catch (error) {
    console.log(`\ne2e ${kind}: ${error.stack}`);
    if (process.env.SVC_REQUIRE_ALL === '1' || kind === 'standalone') fail();
    else skip(`e2e ${kind} (${error.message})`);
    return;
  }
  const address = addressEnvironment(topology);
  const run = (name, args, env) => jest(['--config=jest.e2e.config.mjs', ...args], { name, env, isQuiet: true });
  const filter = only === '' ? [] : ['--passWithNoTests', '--testPathPatterns', only];
  try {
    const secrets = path.join(topology.directory, 'secrets-of-the-run');
    const env = { ...address, SVC_E2E_SECRETS: secrets };
    await run(`e2e ${kind}`, [...filter, `--testMatch=${SHARING}`], env);
    await noSecretsLogged(topology, secrets);
    if (kind === 'standalone') await noFilesExposed(path.join(topology.directory, 'state'));
  } finally {
    await topology.stop();
  }
  await run(`e2e ${kind}, killed`, [...filter, `--testMatch=${KILLING[kind]}`], address);
}

/** Everything that the service stored is private to its user. */
async function noFilesExposed(directory) {
  const { findExposedFiles } = await import(path.join(ROOT, 'libs/testing/dist/exposed-files.js'));
  const found = await findExposedFiles(directory);
  if (found.length === 0) pass();
  else fail();
  console.log(
    found.length === 0
      ? 'no stored file is open to other users'
      : `FAILED: ${found.length} files are open to other users, ${found.slice(0, 5).join(', ')} among them`,
  );
}

/** Checks that no secret of the specs is in the logs of the service. */
async function noSecretsLogged(topology, file) {
  const { findLeakedSecrets } = await import(path.join(ROOT, 'libs/testing/dist/leaked-secrets.js'));
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const found = await findLeakedSecrets(topology.directory, [topology.apiKey, ...known]);
  if (found.length === 0) pass();
  else fail();
  console.log(
    found.length === 0 ? 'no secret is in the logs' : `FAILED: secrets are in the logs, at ${found.join(', ')}`,
  );
}
