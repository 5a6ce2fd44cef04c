import assert from 'node:assert/strict';
import { freePorts } from '@svc/testing';
import { theService } from '../../topology.js';
import { newPerson, signIn, type SignedIn } from '../../workspace/person.js';
import { failedChecks, runScenario } from './conformance.js';

const REVISION = '2026-07-28';

describe('the authorization server in the official conformance suite', () => {
  it.each(['authorization-server-metadata-endpoint', 'authorization-code-grant'])('passes %s', async (scenario) => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const { httpUrl } = theService();
    const address = ['--url', httpUrl, '--resource', `${httpUrl}/mcp`, '--client-id', 'svc-mcp'];
    const [port = 0] = await freePorts(1);
    const parameters = [...address, '--port', String(port)];
    let visit: Promise<void> | undefined;
    const judged = { kind: 'authorization', parameters, scenario, revision: REVISION } as const;
    const checks = await runScenario(judged, (output) => {
      // The suite asks its user to open this address.
      const opened = /(\S+\/oauth\/authorize\?\S+)\s/.exec(output)?.[1];
      if (opened !== undefined) visit ??= approve(person, opened);
    });
    await visit;
    assert.deepEqual(failedChecks(checks), [], JSON.stringify(checks, null, 1));
    assert.ok(checks.some(({ status }) => status === 'SUCCESS'));
  });
});

async function approve(person: SignedIn, opened: string): Promise<void> {
  const query = new URL(opened).search.slice(1);
  const decided = await person.submit('/oauth/authorize', { query, role: 'ROLE_VIEWER', decision: 'approve' });
  const callback = decided.headers.get('location') ?? assert.fail(await decided.text());
  assert.equal((await fetch(callback)).status, 200);
}
