import { createHash } from 'node:crypto';

/** The line of the front matter with the hash of the file, computed with the value empty. */
const HASH_LINE = /^ {2}svc-hash: "([0-9a-f]*)"$/m;

/** Fills in the hash of a text whose front matter has an empty one. */
export function withHash(text: string): string {
  return text.replace(HASH_LINE, `  svc-hash: "${computeHash(text)}"`);
}

/** Whether a client wrote the file, of whatever version, and nobody has changed it since; other line ends are no change. */
export function isUnchanged(text: string): boolean {
  const plain = text.replaceAll('\r\n', '\n');
  const hash = readHash(plain);
  return hash !== undefined && hash === computeHash(plain.replace(HASH_LINE, '  svc-hash: ""'));
}

function readHash(text: string): string | undefined {
  const frontMatter = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0];
  return frontMatter === undefined ? undefined : HASH_LINE.exec(frontMatter)?.[1];
}

function computeHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
