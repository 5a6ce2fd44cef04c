import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@svc/observability';
import { ServiceError } from '@svc/service-error';
import { answerPost } from '../http/posts.js';
import { identifyBy, isPublishable } from '../receive/identify.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import { remoteConfig, remoteConfigScript } from './remote-config.js';

/** The configuration for the pages of a key, as JSON or as a script. */
const CONFIG_PATH = /^\/array\/(\w{1,200})\/config(\.js)?$/;
/** Pages learn of another configuration after at most this time, in seconds. */
const MAX_AGE_SECONDS = 60;

export interface PostHogConfigOptions {
  readonly keys: KeyDirectory;
  readonly hasObjects: boolean;
  readonly logger: Logger;
}

export function isPostHogConfigPath(path: string): boolean {
  return CONFIG_PATH.test(path);
}

/** Tells SDKs of PostHog in pages what they may do with their key. */
export function postHogConfigHandler({ keys, hasObjects, logger }: PostHogConfigOptions) {
  return (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> =>
    answerPost(request, response, { logger, failure: 'configuration failed', methods: ['GET', 'HEAD'] }, async () => {
      const [, key = '', script] = CONFIG_PATH.exec(path) ?? [];
      if (!isPublishable(key)) throw new ServiceError('unauthenticated', { message: NOT_PUBLISHABLE });
      const { scopes } = await identifyBy(key, request, keys);
      const config = remoteConfig({ scopes }, hasObjects);
      const headers = { 'cache-control': `private, max-age=${MAX_AGE_SECONDS}`, vary: 'origin' };
      if (script === undefined) return { body: config, headers };
      const type = { 'content-type': 'text/javascript; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' };
      return { body: remoteConfigScript(key, config), headers: { ...headers, ...type } };
    });
}

const NOT_PUBLISHABLE = 'The key in the path must be a publishable key.';
