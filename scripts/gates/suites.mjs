/**
 * The suites of the gate. A spec file is in exactly one suite of each place where it runs: the first one that names it.
 *
 * place: the runner of its specs. `unit`, `int` and `budget` are projects of Jest; `standalone` and `distributed` share
 * one service of that topology; those with `, alone` start services of their own; `client 20` and `client 22` run the
 * client on that version of Node.
 * specs: patterns of the sources of its specs. steps: parts without specs.
 * heavy: it is skipped while a run on the same inputs has passed. Its inputs are the imports of its specs, the imports
 * of `exercises` (patterns of the modules that run in other processes), and `data`.
 * oneOf: a whole run tests about one of so many of its files, which the hash of its inputs draws. These suites repeat on six
 * processes, for long, or with programs of others what the other suites test on every run; `npm run test:all` runs them whole.
 * atEnd: it runs when nothing else does, because it measures durations.
 */
import path from 'node:path';
import { isThorough } from '../effort.mjs';
import { trackedFiles } from '../graph.mjs';

/** All that serves: the black-box specs start it as processes of its own. */
const SERVICE = ['apps/standalone/src/**', 'apps/cli/src/**'];
const DEPLOYMENT = ['deploy/**', 'scripts/deploy/**', 'scripts/chart/**'];

const endToEnd = (...names) => names.map((name) => `e2e/src/${name}.spec.ts`);

/** Specs of features that exist only in one process, or that test all topologies themselves. */
const ONE_PROCESS = endToEnd(
  'interface/{readme,first-start,tls,openapi-tools,openapi-linters}',
  'workspace/audit-shipping',
  'migrations/require',
  'integrations/oauth',
  'investigations/outages',
  'operating/{limits,own-traces,unnamed-user}',
  'crash/{first-start,backup,restored,full-disk,full-disk-export}',
);
/** Specs that need processes that call each other, or that test every operation over mutual TLS. */
const SIX_PROCESSES = endToEnd('images/images', 'network/flows', 'reference/examples');

/** The black-box specs that six processes run on every run, because they test calls from one process to another. */
const WIRING = endToEnd(
  'reference/examples',
  'isolation/matrix',
  'interface/errors',
  'otlp/*',
  'capture/*',
  'logs/tail',
  '{logs,metrics,traces}/delete',
  'workspace/{api-keys,members,login,projects,publishable-keys}',
  'flags/{decide,snapshot,ofrep}',
  'fairness/*',
  'exports/{downloads,forms}',
  'symbols/upload',
  'persons/persons',
  'cohorts/*',
  'issues/200',
  'errors/reads',
  'incidents/case-file',
  'integrations/{channels,tickets}',
  'alert-rules/*',
  'operating/metrics',
);

/** In a normal run, one spec covers everything that may differ between versions of Node. */
const CLIENT = [isThorough ? 'apps/cli/src/int/*.int.spec.ts' : 'apps/cli/src/int/smoke.int.spec.ts'];
/** Services that are stopped, starved or overloaded for long. The suites `kills` test that nothing is lost or shown to others. */
const LONG_KILLS = endToEnd('crash/{endurance,export-expiry}');
const KILLS = ['e2e/src/crash/**'];
/** Specs with third-party programs and packages. */
const OTHER_LANGUAGES = endToEnd(
  '{sdk-node,sdk-python,openfeature}/*',
  'errors/programs',
  'doors/sentry/languages',
  'mcp/official-clients',
);

export const SUITES = [
  {
    name: 'checks',
    steps: [
      { module: './check.mjs', name: 'checkGenerated' },
      { module: './check.mjs', name: 'check' },
    ],
  },
  {
    name: 'chart',
    heavy: true,
    steps: [{ module: './chart.mjs', name: 'chart' }],
    data: [...DEPLOYMENT],
  },
  { name: 'pure specs', place: 'unit', specs: ['**/*.spec.ts', 'scripts/**/*.spec.mjs'] },
  {
    name: 'toolchains',
    place: 'int',
    heavy: true,
    specs: [
      'libs/symbols/src/{symbolicator,android}/*.int.spec.ts',
      'apps/alerting/src/rules/evaluation/promtool.int.spec.ts',
      'apps/alerting/src/alerts/alertmanager.int.spec.ts',
    ],
  },
  { name: 'store-backed specs', place: 'int', specs: ['**/*.int.spec.ts'] },
  { name: 'client on Node 20', place: 'client 20', heavy: true, specs: CLIENT },
  { name: 'client on Node 22', place: 'client 22', heavy: true, specs: CLIENT },
  {
    name: 'schemathesis',
    place: 'standalone',
    heavy: true,
    specs: ['e2e/src/interface/openapi-*.spec.ts'],
    exercises: SERVICE,
  },
  {
    name: 'other languages',
    place: 'standalone',
    heavy: true,
    oneOf: 2,
    specs: OTHER_LANGUAGES,
    exercises: SERVICE,
  },
  {
    name: 'export files',
    place: 'standalone',
    heavy: true,
    oneOf: 2,
    specs: ['e2e/src/export-files/*'],
    exercises: SERVICE,
  },
  {
    name: 'collector',
    place: 'standalone',
    heavy: true,
    oneOf: 2,
    specs: ['e2e/src/metrics/start-times.spec.ts'],
    exercises: SERVICE,
  },
  {
    name: 'proxies',
    place: 'standalone',
    heavy: true,
    oneOf: 2,
    specs: ['e2e/src/proxy/*'],
    exercises: SERVICE,
    data: ['docs/operating/proxy.md'],
  },
  {
    name: 'console',
    place: 'standalone',
    heavy: true,
    specs: ['e2e/src/console/{pages,judging}/*'],
    exercises: SERVICE,
    data: ['apps/console/src/**', 'apps/console/scripts/**'],
  },
  { name: 'one process', place: 'standalone', specs: ['e2e/src/**'] },
  {
    name: 'images',
    place: 'distributed',
    heavy: true,
    oneOf: 2,
    specs: ['e2e/src/images/*'],
    exercises: SERVICE,
    data: DEPLOYMENT,
  },
  {
    name: 'network',
    place: 'distributed',
    heavy: true,
    oneOf: 2,
    specs: ['e2e/src/network/*'],
    exercises: SERVICE,
    data: DEPLOYMENT,
  },
  { name: 'six processes', place: 'distributed', specs: WIRING },
  {
    name: 'six processes, the rest',
    place: 'distributed',
    heavy: true,
    oneOf: 6,
    specs: ['e2e/src/**'],
    exercises: SERVICE,
  },
  { name: 'long kills, one process', place: 'standalone, alone', heavy: true, specs: LONG_KILLS, exercises: SERVICE },
  {
    name: 'long kills, six processes',
    place: 'distributed, alone',
    heavy: true,
    oneOf: 3,
    specs: [...LONG_KILLS, 'e2e/src/crash/alerting.spec.ts'],
    exercises: SERVICE,
  },
  { name: 'kills, one process', place: 'standalone, alone', specs: KILLS },
  { name: 'kills, six processes', place: 'distributed, alone', specs: KILLS },
  {
    name: 'scale',
    place: 'distributed, alone',
    heavy: true,
    oneOf: 3,
    specs: ['e2e/src/scale/*'],
    exercises: SERVICE,
  },
  {
    name: 'upgrade',
    place: 'distributed, alone',
    heavy: true,
    oneOf: 3,
    specs: ['e2e/src/upgrade/*'],
    exercises: SERVICE,
  },
  { name: 'budgets', place: 'budget', atEnd: true, specs: ['{apps,libs}/*/src/**/*.budget.spec.ts'] },
  { name: 'budgets, one process', place: 'standalone', atEnd: true, specs: ['e2e/src/**/*.budget.spec.ts'] },
  {
    name: 'budgets, six processes',
    place: 'distributed',
    atEnd: true,
    heavy: true,
    specs: ['e2e/src/hostile/*.budget.spec.ts', 'e2e/src/fuzz/*.budget.spec.ts'],
    exercises: SERVICE,
  },
];

const matchesAny = (file, patterns) => patterns.some((pattern) => path.matchesGlob(file, pattern));
const isBudget = (file) => file.endsWith('.budget.spec.ts');
const isInt = (file) => file.endsWith('.int.spec.ts');
const isEndToEnd = (file) => file.startsWith('e2e/');
const isAlone = (file) => /^e2e\/src\/(crash|scale|upgrade)\//.test(file);

/** The specs that could run in a place, by the names of their files. */
const BELONGS = {
  unit: (file) => !isEndToEnd(file) && !isInt(file) && !isBudget(file),
  int: (file) => !isEndToEnd(file) && isInt(file),
  budget: (file) => !isEndToEnd(file) && isBudget(file),
  'client 20': isInt,
  'client 22': isInt,
  standalone: (file) => isEndToEnd(file) && !isAlone(file) && !matchesAny(file, SIX_PROCESSES),
  distributed: (file) => isEndToEnd(file) && !isAlone(file) && !matchesAny(file, ONE_PROCESS),
  'standalone, alone': isAlone,
  'distributed, alone': (file) => isAlone(file) && !matchesAny(file, ONE_PROCESS),
};

/** Every suite with the files of its specs. */
export function assignSpecs(files = trackedFiles('*.spec.ts', '*.spec.mjs')) {
  const taken = new Set();
  return SUITES.map((suite) => {
    if (suite.specs === undefined) return { ...suite, files: [] };
    const own = files.filter(
      (file) =>
        BELONGS[suite.place](file) &&
        // Budgets have suites of their own in places that others share.
        isBudget(file) === (suite.atEnd ?? false) &&
        !taken.has(`${suite.place} ${file}`) &&
        matchesAny(file, suite.specs),
    );
    for (const file of own) taken.add(`${suite.place} ${file}`);
    return { ...suite, files: own };
  });
}
