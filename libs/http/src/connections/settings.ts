import { setting, type ConfigOf } from '@svc/config';
import { DEFAULT_CONNECTION_LIMITS, type ConnectionLimits } from './connections.js';

/** Settings of the connections of every public port. */
export const CONNECTION_SETTINGS = {
  SVC_MAX_CONNECTIONS: setting.integer({
    default: DEFAULT_CONNECTION_LIMITS.total,
    min: 1,
    description: 'Maximum open connections of each public port; further ones are closed at once',
  }),
  SVC_MAX_CONNECTIONS_PER_ADDRESS: setting.integer({
    default: DEFAULT_CONNECTION_LIMITS.eachAddress,
    min: 1,
    description:
      'Maximum open connections from one address to each public port. Behind a proxy all clients have its address, so set this to SVC_MAX_CONNECTIONS there',
  }),
  SVC_IDLE_CONNECTION_SECONDS: setting.integer({
    default: DEFAULT_CONNECTION_LIMITS.idleMs / 1000,
    min: 1,
    max: 3_600,
    description:
      'How long a connection to a public port stays open without a request. It must be longer than the same setting of a load balancer, 60 seconds for most',
  }),
} as const;

/** The limits of a configuration. */
export function toConnectionLimits(config: ConfigOf<typeof CONNECTION_SETTINGS>): ConnectionLimits {
  return {
    total: config.SVC_MAX_CONNECTIONS,
    eachAddress: config.SVC_MAX_CONNECTIONS_PER_ADDRESS,
    idleMs: config.SVC_IDLE_CONNECTION_SECONDS * 1000,
  };
}
