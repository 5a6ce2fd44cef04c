import assert from 'node:assert/strict';
import { GatewayUnderTest } from '../testing/gateway.js';

describe('the project in the path', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.recorder.arrivals.splice(0));

  const send = (path: string, headers: Record<string, string> = {}) =>
    gateway.send(path, { key: gateway.workspace.ownerKey, headers });

  it('selects a project by its slug or ID, like the header', async () => {
    const { projectId } = gateway.workspace;
    for (const project of ['default', projectId]) {
      const { status } = await send(`/p/${project}/api/v1/services`);
      assert.equal(status, 200);
      assert.equal(gateway.recorder.arrivals.at(-1)?.call.project.id, projectId);
    }
  });

  it('refuses a header or a query that names another project, and answers an unknown one as 404', async () => {
    assert.equal((await send('/p/default/api/v1/services', { 'x-svc-project': 'other' })).status, 403);
    assert.equal((await send(`/p/default/api/v1/services?project_id=${gateway.siblingId}`)).status, 403);
    assert.equal((await send('/p/unknown/api/v1/services')).status, 404);
    assert.deepEqual(gateway.recorder.arrivals, []);
  });

  it('leaves pages of the console alone', async () => {
    const page = await gateway.send('/p/default/logs');
    assert.notEqual(page.status, 401);
  });
});
