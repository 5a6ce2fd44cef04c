import assert from 'node:assert/strict';
import { failedChecks, runScenario, startAuthorizingProxy, type AuthorizingProxy } from '@svc/testing';
import { theService } from '../../topology.js';
import { readExpectedFailures } from './expected-failures.js';

/** The scenarios about what the endpoint offers: tools, without sessions. The others call tools, prompts and resources of a fixture. */
const SCENARIOS: readonly [revision: string, scenario: string][] = [
  ['2026-07-28', 'server-stateless'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'caching'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
];

describe('the MCP endpoint in the official conformance suite', () => {
  let proxy: AuthorizingProxy;
  let expected: Awaited<ReturnType<typeof readExpectedFailures>> = {};
  beforeAll(async () => {
    const { httpUrl, apiKey } = theService();
    // The suite has no option for a credential.
    proxy = await startAuthorizingProxy(`${httpUrl}/mcp`, apiKey);
    expected = await readExpectedFailures();
  });
  afterAll(() => proxy.close());

  it.each(SCENARIOS)('passes %s %s, except for the checks that the list names', async (revision, scenario) => {
    const checks = await runScenario(proxy.url, scenario, revision);
    assert.ok(
      checks.some(({ status }) => status === 'SUCCESS'),
      'nothing passed',
    );
    assert.deepEqual(
      failedChecks(checks),
      Object.keys(expected[scenario] ?? {}).toSorted(),
      JSON.stringify(checks, null, 1),
    );
  });
});
