/**
 * Publish/subscribe channel on which the id of a key is said when the key is revoked, so that caches of verified keys forget
 * it at once. The message may be lost: no cache may hold a key longer than {@link KEY_CACHE_TTL_MS} without asking again.
 */
export const KEY_REVOKED_CHANNEL = 'api-keys.revoked';

/** Longest time a verified key may be believed without asking again; the promise made about revocation. */
export const KEY_CACHE_TTL_MS = 5_000;

/**
 * Channel on which the id of a project is said when it is deleted or changed, for caches of projects and of what keys resolve to.
 * The message may be lost, as above.
 */
export const PROJECT_CHANGED_CHANNEL = 'projects.changed';
