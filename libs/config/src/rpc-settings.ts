import { setting } from './setting.js';

/** The settings that every service process needs to call the others; its listen address is a separate setting. */
export const RPC_SETTINGS = {
  SVC_RPC_TOKEN: setting.secret({ minLength: 16, description: 'Shared secret of the services for internal calls' }),
} as const;
