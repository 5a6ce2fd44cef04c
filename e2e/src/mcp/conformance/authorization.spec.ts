import assert from 'node:assert/strict';
import { failedChecks, freePorts, runAuthorization } from '@svc/testing';
import { theService } from '../../topology.js';
import { newPerson, signIn, type SignedIn } from '../../workspace/person.js';
import { readExpectedFailures } from './expected-failures.js';

const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant'];

describe('the authorization server in the official conformance suite', () => {
  it('passes, except for the checks that the list names', async () => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const { httpUrl } = theService();
    const [port = 0] = await freePorts(1);
    const address = ['--url', httpUrl, '--resource', `${httpUrl}/mcp`];
    let visit: Promise<void> | undefined;
    const parameters = [...address, '--client-id', 'svc-mcp', '--port', String(port)];
    const reports = await runAuthorization(parameters, (output) => {
      const opened = /(\S+\/oauth\/authorize\?\S+)\s/.exec(output)?.[1];
      if (opened !== undefined) visit ??= approve(person, opened);
    });
    await visit;
    const expected = await readExpectedFailures();
    for (const scenario of SCENARIOS) {
      const checks = reports.get(scenario) ?? assert.fail(`no report of ${scenario}: ${[...reports.keys()].join(' ')}`);
      const text = JSON.stringify(checks, null, 1);
      assert.deepEqual(failedChecks(checks), Object.keys(expected[scenario] ?? {}).toSorted(), text);
      assert.ok(
        checks.some(({ status }) => status === 'SUCCESS'),
        text,
      );
    }
  });
});

async function approve(person: SignedIn, opened: string): Promise<void> {
  const query = new URL(opened).search.slice(1);
  const decided = await person.submit('/oauth/authorize', { query, role: 'ROLE_VIEWER', decision: 'approve' });
  const callback = decided.headers.get('location') ?? assert.fail(await decided.text());
  assert.equal((await fetch(callback)).status, 200);
}
