import { createHash } from 'node:crypto';

/** To what the copies for a page are pinned: its release, or the day of the recording, in UTC, if it has none. */
export function pinOf(release: string, startedAtMs: number): string {
  return release === '' ? `day ${new Date(startedAtMs).toISOString().slice(0, 10)}` : `release ${release}`;
}

/** The name of an address among those of a project. */
export function assetName(pin: string, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([pin, url]))
    .digest('hex');
}
