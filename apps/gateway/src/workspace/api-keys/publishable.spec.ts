import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { checkPublishable } from './publishable.js';

const key = (publishable: boolean, scopes: string[], allowedOrigins: string[] = []) => ({
  publishable,
  scopes,
  allowedOrigins,
});

describe('a publishable key', () => {
  it('sends into its project', () => {
    checkPublishable(key(true, ['analytics:write', 'telemetry:write'], ['https://shop.example']), 'a-project');
    checkPublishable(key(false, ['logs:read']), undefined);
  });

  for (const [what, request, projectId, path] of [
    ['reads nothing', key(true, ['telemetry:write', 'logs:read']), 'a-project', 'scopes[1]'],
    ['belongs to one project', key(true, ['telemetry:write']), undefined, 'project_id'],
    ['alone has origins', key(false, ['telemetry:write'], ['https://shop.example']), 'a-project', 'allowed_origins'],
  ] as const) {
    it(what, () => {
      assert.throws(
        () => checkPublishable(request, projectId),
        (error) => error instanceof ServiceError && error.code === 'invalid_request' && error.details[0]?.path === path,
      );
    });
  }
});
