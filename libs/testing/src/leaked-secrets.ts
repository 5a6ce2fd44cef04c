import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseApiKey } from '@svc/auth';

/** Every secret the service makes has this form, and a checksum that tells it from what only looks like one. */
const OURS = /svc_[a-z]+_[0-9A-Za-z]{32,}_[0-9A-Za-z]{6}/g;
/** Shorter texts turn up by chance. */
const SHORTEST = 8;

/**
 * Looks through the logs of a run (`*.log` in the directory) for secrets of our own form and for those that are known, also as a URL
 * or base64 would spell them.
 *
 * @returns where they are, as `file:line`, without repeating them.
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
