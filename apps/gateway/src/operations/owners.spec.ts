import assert from 'node:assert/strict';
import { Health, Logs } from '@svc/contract';
import { RemoteOperations } from './operation-clients.js';
import { findOwners, servedServices } from './owners.js';

describe('owners of operations', () => {
  it('knows the owner of every served service', () => {
    const owners = findOwners();
    for (const service of servedServices()) assert.ok(owners.get(service), service.typeName);
  });

  it('requires an owner of every operation before anything is served', () => {
    assert.throws(() => findOwners([Logs, Health]), /No app owns grpc\.health\.v1\.Health/);
  });

  it('requires an address of every owner before anything is served', () => {
    assert.throws(
      () => new RemoteOperations({ addresses: { gateway: 'unix:/run/g.sock' } }),
      /Operations of alerting, exports, integrations, query have no address/,
    );
  });
});
