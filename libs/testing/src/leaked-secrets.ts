import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseApiKey } from '@svc/auth';

/** The format of every secret that the service creates; a checksum excludes similar texts. */
const OURS = /svc_[a-z]+_[0-9A-Za-z]{32,}_[0-9A-Za-z]{6}/g;
/** Minimum length, because shorter texts occur by chance. */
const SHORTEST = 8;

/**
 * Searches the logs of a run (`*.log` in the directory) for secrets in the format of the service and for given secrets, also URL-encoded
 * or in base64.
 *
 * @returns their locations as `file:line`, without the secrets.
 */
export async function findLeakedSecrets(directory: string, known: readonly string[] = []): Promise<string[]> {
  const wanted = new Set(known.filter((secret) => secret.length >= SHORTEST).flatMap(spellings));
  const found: string[] = [];
  for (const file of (await readdir(directory)).filter((name) => name.endsWith('.log'))) {
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(path.join(directory, file)) })) {
      number += 1;
      const isOurs = [...line.matchAll(OURS)].some(([text]) => parseApiKey(text).form === 'native');
      if (isOurs || [...wanted].some((secret) => line.includes(secret))) found.push(`${file}:${number}`);
    }
  }
  return found;
}

function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replaceAll('=', '');
  return [secret, encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1), base64];
}
