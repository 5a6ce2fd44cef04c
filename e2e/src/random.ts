export { seededRandom } from '@svc/testing';

/** `SVC_E2E_SEED`, or one that differs with every run. Print it: it is all that is needed to have the same run again. */
export function chooseSeed(): number {
  return Number(process.env['SVC_E2E_SEED'] ?? Date.now() % 2 ** 32);
}
