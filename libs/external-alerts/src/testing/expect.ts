import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import type { ExternalAlert, Received } from '../external-alert.js';

/** Expects a refusal that names the field. */
export const refuses = (run: () => unknown, field: string): void => {
  assert.throws(run, (error) => {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
    assert.equal(error.details[0]?.path, field);
    return true;
  });
};

/** The only alert of a request. */
export function one({ alerts, faults }: Received): ExternalAlert {
  assert.deepEqual(faults, []);
  const [alert, ...others] = alerts;
  assert.ok(alert && others.length === 0);
  return alert;
}

/** The fields of the invalid alerts of a request. */
export const faultsOf = ({ faults }: Received): string[] => faults.map(({ path }) => path);
