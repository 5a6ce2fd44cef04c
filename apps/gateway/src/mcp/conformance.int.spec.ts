import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { failedChecks, runRequired, startAuthorizingProxy, type AuthorizingProxy } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';
import { FixtureController } from '../testing/mcp/fixture.controller.js';

const SESSIONS =
  'needs a session: without one, a server cannot send a request to its client, nor tell its streams apart';
/** Scenarios of each revision that cannot pass, with the reason. All others that the revision requires must pass. */
const EXPECTED_FAILURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2026-07-28': {},
  '2025-11-25': {
    'elicitation-sep1034-defaults': SESSIONS,
    'elicitation-sep1330-enums': SESSIONS,
    'server-sse-multiple-streams': SESSIONS,
    'tools-call-elicitation': SESSIONS,
    'tools-call-sampling': SESSIONS,
  },
};

/** The scenarios that a revision requires of a server, as the suite lists them. */
async function requiredScenarios(revision: string): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve(
    `@modelcontextprotocol/conformance/requirements/${revision}.yaml`,
  );
  const [, server = ''] = /^server:\n((?: {2}.*\n)+)/m.exec(await readFile(file, 'utf8')) ?? [];
  return server.split('\n').flatMap((line) => /^ {2}- (\S+)$/.exec(line)?.[1] ?? []);
}

describe('guard, reader and handler of MCP with the fixture of the conformance suite', () => {
  let under: GatewayUnderTest;
  let proxy: AuthorizingProxy;
  beforeAll(async () => {
    under = await GatewayUnderTest.start({}, undefined, undefined, [FixtureController]);
    const { secret } = await under.newKey();
    proxy = await startAuthorizingProxy(`http://127.0.0.1:${under.gateway.port}/fixture`, secret);
  });
  afterAll(async () => {
    await proxy.close();
    await under.stop();
  });

  it.each([
    ['2026-07-28', 37],
    ['2025-11-25', 30],
  ])('passes the scenarios that %s requires, except for those that the list names', async (revision, count) => {
    const required = await requiredScenarios(revision);
    assert.equal(required.length, count);
    const reports = await runRequired(proxy.url, revision);
    const failures = required.flatMap((scenario) => {
      const checks = reports.get(scenario) ?? assert.fail(`${scenario} did not run`);
      const failed = failedChecks(checks);
      return failed.length === 0 ? [] : [{ scenario, failed }];
    });
    assert.deepEqual(
      failures.map(({ scenario }) => scenario).toSorted(),
      Object.keys(EXPECTED_FAILURES[revision] ?? {}).toSorted(),
      JSON.stringify(failures),
    );
  });
});
