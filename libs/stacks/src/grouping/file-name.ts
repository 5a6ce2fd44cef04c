/**
 * The last segment of a path without what a build adds to it: `app.3f2a9c81.js` and `app-BxK93dQ1.js` are `app.js`. The folders depend on
 * where a release is deployed.
 */
export function normalizeFile(file: string): string {
  const path = file.slice(-400).split(/[?#]/, 1)[0] ?? '';
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '');
  const name = segments.at(-1) ?? '';
  return withoutHashes(
    INDEX.test(name) && segments.length > 1 ? `${withoutHashes(segments.at(-2) ?? '')}/${name}` : name,
  );
}

/**
 * File names that frameworks prescribe, so that only the folder distinguishes them. A deployment does not choose them.
 */
const INDEX = /^(?:__init__|page|route|layout)\.\w{1,5}$/;

function withoutHashes(name: string): string {
  const parts = name.split('.');
  const kept = parts.filter((part, index) => index === 0 || !isHash(part));
  const [stem = '', ...rest] = kept;
  const dash = Math.max(stem.lastIndexOf('-'), stem.lastIndexOf('_'));
  const cut = dash > 0 && isHash(stem.slice(dash + 1)) ? stem.slice(0, dash) : stem;
  return [isWholeHash(cut) ? '<hash>' : cut, ...rest].join('.');
}

/** Hexadecimal digits with at least one decimal one, or the mixed letters and digits of newer bundlers. */
function isHash(part: string): boolean {
  if (/^[0-9a-f]{6,64}$/i.test(part)) return /\d/.test(part);
  return /^[A-Za-z0-9_-]{8,10}$/.test(part) && /\d/.test(part) && /[A-Z]/.test(part);
}

function isWholeHash(stem: string): boolean {
  return /^[0-9a-f]{8,64}$/i.test(stem) && /\d/.test(stem);
}
