/**
 * Fetches the programs that specs need into the cache of the user, so that they run without a network: `node scripts/prefetch.mjs`.
 * Specs that run alone fetch them themselves.
 */
import path from 'node:path';
import { build } from './build.mjs';
import { bringAlertmanager, bringPromtool } from './debian-programs.mjs';
import { findJudges } from './gates/chart.mjs';
import { bringNode, ROOT, withTools } from './tools.mjs';

/** Number of downloads at a time. Most of the time is spent waiting for the network. */
const AT_A_TIME = 3;

/** The release of Prometheus whose tests judge libs/promql, as in its spec. */
const PROMETHEUS = 'v0.316.0';

/** Suites with services that are several processes, which have Kafka and a server of S3. */
const PROCESSES = [
  'six processes',
  'six processes, the rest',
  'kills, six processes',
  'scale',
  'upgrade',
  'images',
  'network',
];

/** The programs that suites of the gate need. Each function rejects with a reason, or resolves with one in `reason`. */
async function findThings() {
  const built = (file) => import(path.join(ROOT, file));
  const { KafkaBroker, S3Server, serverJars } = await built('libs/test-servers/dist/index.js');
  const openFeature = {
    ...(await built('e2e/dist/openfeature/go.js')),
    ...(await built('e2e/dist/openfeature/java.js')),
    ...(await built('e2e/dist/openfeature/python.js')),
  };
  const programs = await built('e2e/dist/errors/programs.js');
  const shops = await built('e2e/dist/doors/sentry/programs.js');
  const { PythonSdk } = await built('e2e/dist/sdk-python/sdk.js');
  const { PythonClient } = await built('e2e/dist/mcp/python-client.js');
  const { installAnalytics } = await built('e2e/dist/sdk-python/analytics-sdks.js');
  const { installReaders } = await built('e2e/dist/export-files/readers.js');
  const { bringLinters, installSchemathesis } = await built('e2e/dist/interface/tools.js');
  const { buildStartTimeCollector } = await built('e2e/dist/metrics/collector.js');
  const { downloadGoModule } = await built('libs/testing/dist/external/go-program.js');
  const judges = await findJudges();
  const inTurn = takeTurns();
  const languages = (name, bring) => ({ name, suites: ['other languages'], bring });
  return [
    { name: 'Node 20', suites: ['client on Node 20'], bring: () => bringNode(20) },
    { name: 'Node 22', suites: ['client on Node 22'], bring: () => bringNode(22) },
    { name: 'Kafka', suites: ['store-backed specs', ...PROCESSES], bring: inTurn(() => KafkaBroker.prepare()) },
    { name: 'S3 server', suites: ['store-backed specs', ...PROCESSES], bring: inTurn(() => S3Server.prepare()) },
    { name: 'ProGuard', suites: ['toolchains'], bring: inTurn(() => serverJars('proguard')) },
    { name: 'promtool', suites: ['toolchains', 'one process', 'six processes, the rest'], bring: bringPromtool },
    {
      name: 'Alertmanager',
      suites: ['toolchains', 'one process', 'six processes, the rest'],
      bring: bringAlertmanager,
    },
    ...Object.entries(judges).map(([name, bring]) => ({ name: `chart: ${name}`, suites: ['chart'], bring })),
    {
      name: 'tests of PromQL',
      suites: ['pure specs'],
      bring: () => downloadGoModule('github.com/prometheus/prometheus', PROMETHEUS),
    },
    { name: 'linters of OpenAPI', suites: ['schemathesis'], bring: bringLinters },
    { name: 'Schemathesis', suites: ['schemathesis'], bring: installSchemathesis },
    { name: 'readers of files', suites: ['export files'], bring: installReaders },
    { name: 'Collector', suites: ['collector'], bring: buildStartTimeCollector },
    languages('OpenTelemetry in Python', () => PythonSdk.install()),
    languages('MCP in Python', () => PythonClient.install()),
    languages('analytics in Python', installAnalytics),
    languages('OpenFeature in Python', openFeature.installPython),
    languages('OpenFeature in Go', openFeature.installGo),
    languages('OpenFeature in Java', inTurn(openFeature.installJava)),
    languages('Sentry in Python', shops.python),
    languages('Sentry in Go', shops.go),
    languages('errors in Python', programs.python),
    languages('errors in Go', programs.go),
    languages('errors in Java', inTurn(programs.java)),
  ];
}

/**
 * Prints a line for each program. Specs that need an unavailable program are skipped by name or fail.
 *
 * @param suites names of the suites that will run; all if it is undefined.
 * @returns the names of the unavailable programs.
 */
export async function prefetch(suites) {
  const all = await findThings();
  const waiting = all.filter(
    ({ suites: users }) => suites === undefined || users.some((user) => suites.includes(user)),
  );
  const missing = [];
  const bringNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await isBrought(next))) missing.push(next.name);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, bringNext));
  return missing;
}

async function isBrought({ name, bring }) {
  const started = Date.now();
  const reason = await readReason(bring);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(reason === undefined ? `ready: ${name}, ${seconds} s` : `not available: ${name}, ${reason}`);
  return reason === undefined;
}

/** Serializes the functions that it is given: only one Maven process at a time may write into the repository of the user. */
function takeTurns() {
  let ended = Promise.resolve();
  return (bring) => () => {
    const brought = ended.then(bring);
    ended = brought.catch(() => undefined);
    return brought;
  };
}

/** Why a download failed. Functions of specs answer with a text, or with the reason in an object. */
async function readReason(bring) {
  try {
    const found = await bring();
    return found?.reason ?? (typeof found === 'string' && !path.isAbsolute(found) ? found : undefined);
  } catch (error) {
    return error.message;
  }
}

if (process.argv[1] === import.meta.filename)
  await withTools(import.meta.url, async () => {
    build();
    const missing = await prefetch();
    if (missing.length > 0 && process.env.SVC_REQUIRE_ALL === '1') process.exitCode = 1;
  });
