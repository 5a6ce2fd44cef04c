import { setting } from './setting.js';

/** What every service process needs to talk to the others; the address it listens on is its own setting. */
export const RPC_SETTINGS = {
  SVC_RPC_TOKEN: setting.secret({ minLength: 16, description: 'Shared secret of the services for internal calls' }),
} as const;
