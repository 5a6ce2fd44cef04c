/** Checks the Helm chart with third-party programs. Each is fetched once and skipped by name where it cannot be. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../tools.mjs';
import { fail, skip, step } from './totals.mjs';

const HELM = { module: 'helm.sh/helm/v3', version: 'v3.22.0', folder: 'cmd/helm' };
const UNITTEST = {
  module: 'github.com/helm-unittest/helm-unittest',
  version: 'v1.1.2',
  folder: 'cmd/helm-unittest',
  replaces: true,
};
const VALIDATE = { module: 'sigs.k8s.io/kubectl-validate', version: 'v0.0.4' };
const CHECKOV_VERSION = '3.3.30';

/** The modules with definitions of custom resources. No module has the definitions of Strimzi and Altinity. */
const DEFINITIONS = [
  ['github.com/cert-manager/cert-manager', 'v1.21.2', 'deploy/crds'],
  ['github.com/prometheus-operator/prometheus-operator', 'v0.85.0', 'example/prometheus-operator-crd'],
  ['sigs.k8s.io/gateway-api', 'v1.3.0', 'config/crd/standard'],
  ['github.com/kedacore/keda/v2', 'v2.21.0', 'config/crd/bases'],
  ['github.com/external-secrets/external-secrets', 'v1.3.2', 'config/crds/bases'],
  ['github.com/cloudnative-pg/cloudnative-pg', 'v1.27.0', 'config/crd/bases'],
];
const UNKNOWN_GROUPS = /^apiVersion: (kafka\.strimzi\.io|clickhouse(-keeper)?\.altinity\.com)\//m;

const CHART = path.join(ROOT, 'deploy/helm/svc');
const GOLDEN = path.join(ROOT, 'deploy/helm/golden');
/** A program built with `go install` otherwise assumes a Kubernetes of 2020. */
const KUBERNETES = '1.33.0';

const run = async (program, args, options = {}) =>
  (await promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 64 * 2 ** 20, ...options })).stdout;

/** The programs by name; each function fetches one, or rejects with the reason why it cannot be fetched. */
export async function findJudges() {
  const { buildGoProgram, downloadGoModule } = await import(
    path.join(ROOT, 'libs/testing/dist/external/go-program.js')
  );
  const { PythonEnvironment } = await import(path.join(ROOT, 'libs/testing/dist/external/python-environment.js'));
  return {
    helm: () => buildGoProgram(HELM),
    'helm-unittest': () => buildGoProgram(UNITTEST),
    'kubectl-validate': () => buildGoProgram(VALIDATE),
    'definitions of custom resources': () =>
      Promise.all(
        DEFINITIONS.map(async ([name, version, folder]) => [
          name,
          path.join(await downloadGoModule(name, version), folder),
        ]),
      ),
    async checkov() {
      const installed = await PythonEnvironment.install([`checkov==${CHECKOV_VERSION}`]);
      if (!(installed instanceof PythonEnvironment)) throw new Error(installed.reason);
      return installed.python;
    },
  };
}

export async function chart() {
  const judges = await findJudges();
  const bring = (name) =>
    judges[name]().catch((error) => {
      if (process.env.SVC_REQUIRE_ALL === '1') fail(`chart: ${name}`, error.message);
      else skip(`chart: ${name} (${error.message})`);
      console.log(`\nchart: no ${name}: ${error.message}\n${error.cause?.stderr ?? ''}`);
    });
  const helm = await bring('helm');
  if (helm === undefined) return;
  const unittest = await bring('helm-unittest');
  const validate = await bring('kubectl-validate');
  const definitions = validate && (await bring('definitions of custom resources'));
  const checkov = await bring('checkov');
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-chart-'));
  try {
    await step('chart: lint', () => lint(helm));
    await step('chart: rendered examples', () => compareGolden(helm, directory));
    if (unittest) await step('chart: helm-unittest', () => runSuites(unittest));
    if (definitions) await step('chart: kubectl-validate', () => validateAll(validate, definitions, directory));
    if (checkov) await step('chart: checkov', () => check(checkov, directory));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const examples = () => readdirSync(path.join(CHART, 'examples')).map((file) => path.basename(file, '.yaml'));
const exampleFile = (name) => path.join(CHART, 'examples', `${name}.yaml`);

async function lint(helm) {
  for (const name of examples())
    await run(helm, ['lint', '--strict', '--quiet', '--kube-version', KUBERNETES, '-f', exampleFile(name), CHART]);
}

/** Renders each example and compares it with the committed text; UPDATE_GOLDEN=1 replaces that. */
async function compareGolden(helm, directory) {
  for (const name of examples()) {
    const options = ['--namespace', 'svc', '--kube-version', KUBERNETES, '-f', exampleFile(name)];
    const rendered = await run(helm, ['template', 'svc', CHART, ...options]);
    writeFileSync(path.join(directory, `${name}.yaml`), rendered);
    const golden = path.join(GOLDEN, `${name}.yaml`);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, rendered);
    else if (readFileSync(golden, 'utf8') !== rendered)
      throw new Error(
        `examples/${name}.yaml renders something else than golden/${name}.yaml: UPDATE_GOLDEN=1 shows it`,
      );
  }
}

/** The program also passes where it finds no suite. */
async function runSuites(unittest) {
  const output = await run(unittest, ['--strict', CHART]);
  if (!/Tests: +[1-9]\d* passed/.test(output)) throw new Error(`no test ran: ${output}`);
}

async function validateAll(validate, definitions, directory) {
  const copy = (name) => path.join(directory, 'definitions', name);
  for (const [name, folder] of definitions)
    cpSync(folder, copy(name), {
      recursive: true,
      filter: (file) => !path.basename(file).startsWith('kustomization'),
    });
  const folders = definitions.map(([name]) => `--local-crds=${copy(name)}`);
  for (const name of examples()) {
    const objects = readFileSync(path.join(directory, `${name}.yaml`), 'utf8').split(/^---$/m);
    const known = path.join(directory, `known-${name}.yaml`);
    writeFileSync(known, objects.filter((object) => !UNKNOWN_GROUPS.test(object)).join('---\n'));
    await run(validate, [known, ...folders]);
  }
}

/** Allowed failures and their reasons are in deploy/helm/checkov.yaml. */
async function check(checkov, directory) {
  const files = examples().flatMap((name) => ['-f', path.join(directory, `${name}.yaml`)]);
  const options = ['--config-file', 'deploy/helm/checkov.yaml', '--framework', 'kubernetes', '--quiet', '--compact'];
  await run(checkov, ['-m', 'checkov.main', ...files, ...options, '--skip-download']);
}
