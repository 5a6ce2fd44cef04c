import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PythonEnvironment, skipOrFail, type Missing } from '@svc/testing';
import { ok } from '../api.js';
import { isThorough } from '../effort.js';
import { theService, topologyKind } from '../topology.js';
import { passes } from './judged-by.js';
import {
  chooseForSchemathesis,
  DOCUMENT,
  readOperations,
  recordSchemathesis,
  type Choice,
} from './schemathesis-record.js';
import { installSchemathesis } from './tools.js';

const RUN_MS = 1_800_000;
/** The time limit of Schemathesis; if it is not set, every generated case is sent once. */
const SECONDS = process.env['SVC_E2E_SCHEMATHESIS_SECONDS'];
const SEED = process.env['SVC_TEST_SEED'] ?? '1';
/** Requests to all operations take about ten minutes. */
const isWhole = isThorough || SECONDS !== undefined;

/**
 * Operations that never end, end sessions or change records that other specs rely on. Schemathesis uses the IDs of
 * lists in other requests, so it would revoke its own key and change projects of others.
 */
const DISTURBING =
  /stream|investigations\/.*\/events|\/auth\/|^\/login|^\/logout|^\/device|invitations|account\/security|account\/members|api-keys\/[{]|projects\/[{]|me\/password|contact-methods|cli.tgz/;

/** Both topologies answer as the same document says. */
if (topologyKind() === 'distributed') it.skip('Schemathesis (on one process only)', () => undefined);
else judge(await installSchemathesis(), isWhole ? undefined : await chooseForSchemathesis());

function judge(schemathesis: PythonEnvironment | Missing, choice: Choice | undefined): void {
  if (!(schemathesis instanceof PythonEnvironment)) {
    const { isLanguageMissing, reason } = schemathesis;
    if (isLanguageMissing) it.skip(`schemathesis (${reason})`, () => undefined);
    else skipOrFail('schemathesis', reason);
    return;
  }

  const judged = `${choice?.text ?? 'all operations'}; seed ${SEED}`;
  // The gate prints everything that is written to standard error.
  console.warn(`Schemathesis judges ${judged}`);

  describe(`the OpenAPI document (${judged})`, () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'svc-schemathesis-'));
      await copyFile(DOCUMENT, path.join(directory, 'openapi.json'));
      const { id } = await ok('POST', '/projects', { body: { name: 'Schemathesis', slug: `st-${Date.now()}` } });
      // A fixed project, because most requests would otherwise name one that does not exist.
      const parameters = `[parameters]\n"query.project_id" = "${String(id)}"\n`;
      await writeFile(path.join(directory, 'schemathesis.toml'), parameters);
    });
    afterAll(async () => {
      await rm(directory, { recursive: true, force: true });
    });

    it('describes the answers that Schemathesis gets with the key of an owner, none of which is a server error', async () => {
      // Requests go to the gateway, which has some of the paths of ingestion with other methods.
      const judgeable = (await readOperations()).filter(({ path: at, servers }) => !servers && !DISTURBING.test(at));
      const ids = judgeable.map(({ operationId: id }) => id).filter((id) => choice?.ids.includes(id) ?? true);
      const checks = 'not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance';
      await passes(
        schemathesis.python,
        [
          ...['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run', 'openapi.json'],
          ...['--url', theService().httpUrl, '-H', `X-Svc-API-Key: ${theService().apiKey}`, '--checks', checks],
          ...['--include-operation-id-regex', `^(${ids.join('|').replaceAll('.', '[.]')})$`],
          ...['--phases', 'coverage,fuzzing', '--max-examples', '5'],
          ...(SECONDS === undefined ? [] : ['--max-time', SECONDS, '--continue-on-failure']),
          ...['--seed', SEED, '--no-color', '--request-timeout', '30'],
        ],
        { cwd: directory, timeoutMs: RUN_MS + Number(SECONDS ?? 0) * 1000 },
      );
      await recordSchemathesis();
    });
  });
}
