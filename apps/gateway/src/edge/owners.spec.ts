import assert from 'node:assert/strict';
import { Health, Logs } from '@svc/contract';
import { createOperationClients } from './operation-clients.js';
import { ownersOf, servedServices } from './owners.js';

describe('owners of operations', () => {
  it('are known for every service that is served', () => {
    const owners = ownersOf();
    for (const service of servedServices()) assert.ok(owners.get(service), service.typeName);
  });

  it('must be known before anything is served', () => {
    assert.throws(() => ownersOf([Logs, Health]), /No app owns grpc\.health\.v1\.Health/);
  });

  it('must have an address before anything is served', () => {
    assert.throws(
      () => createOperationClients({ addresses: { gateway: 'unix:/run/g.sock' }, token: undefined, timeoutMs: 1000 }),
      /Operations of query have no address/,
    );
  });
});
