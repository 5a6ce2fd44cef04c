import { createKeyRing } from '@svc/encryption';
import { IntegrationsModule, type IntegrationsOptions, type IntegrationsStores } from '../integrations.module.js';

/** A key ring for tests. */
export const KEY_RING = createKeyRing(`test=${Buffer.alloc(32, 7).toString('base64')}`);

/** The service over a database of a spec. Loopback may be reached unless the options say otherwise. */
export function integrationsUnderTest(
  stores: Pick<IntegrationsStores, 'relational' | 'logger' | 'clock'>,
  options: IntegrationsOptions = { egressAllow: ['127.0.0.0/8'] },
) {
  return IntegrationsModule.root(options, {
    cursorSecret: 'a secret for cursors in tests',
    keyRing: KEY_RING,
    ...stores,
  });
}
