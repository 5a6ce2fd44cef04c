/**
 * Publish/subscribe channel that announces the ID of a revoked key, so that caches of verified keys drop
 * it immediately. A message may be lost, so no cache may keep a key longer than {@link KEY_CACHE_TTL_MS} without verifying it again.
 */
export const KEY_REVOKED_CHANNEL = 'api-keys.revoked';

/** Maximum time for which a verified key may be cached; documented as the maximum delay of a revocation. */
export const KEY_CACHE_TTL_MS = 5_000;

/**
 * Channel that announces the ID of a deleted or changed project, for caches of projects and of resolved keys.
 * A message may be lost, as above.
 */
export const PROJECT_CHANGED_CHANNEL = 'projects.changed';
