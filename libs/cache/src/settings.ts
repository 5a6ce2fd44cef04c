import { setting } from '@svc/config';

/** The Redis server of a service. */
export const REDIS_SETTINGS = {
  SVC_REDIS_URL: setting.url({
    protocols: ['redis:', 'rediss:'],
    default: 'redis://127.0.0.1:6379',
    description: 'URL of Redis, for the cache, rate limits, publish/subscribe and the state that processes share',
  }),
} as const;
