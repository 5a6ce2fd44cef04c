/** Characters of the hash that Rollup, Vite and esbuild append, unless they are configured otherwise. */
const DEFAULT_LENGTH = 8;
const MAX_LENGTH = 22;
/** Folders in which bundlers name files by nothing but a hash. */
const BUNDLE_FOLDER = /^(?:_nuxt|_app|assets|chunks|entry|immutable|js|nodes|static)$/;

/** Parts of words that are too short for a word, or have no vowel. */
const ABBREVIATIONS = new Set(
  (
    'ai api app at btn by cfg css csv ctrl db do dx fn ftp gl go gpx gps hd html http https id in io ip is jpg js jsx jwt md me mgr ms my ' +
    'no npm of on or pdf png px rgb sdk sql src ssl svg tcp tls to ts tsx tv txt ui up uri url vm wx xhr xml'
  ).split(' '),
);

/** The stem of a file name without the hash that a bundler appended: `index-D0aPq_2x` is `index`. */
export function withoutBundleHash(stem: string): string {
  for (let length = DEFAULT_LENGTH; length <= MAX_LENGTH && length < stem.length - 1; length++) {
    const at = stem.length - length - 1;
    const hash = stem.slice(at + 1);
    if ((stem[at] === '-' || stem[at] === '_') && (length === DEFAULT_LENGTH ? isHash(hash) : isLongHash(hash)))
      return stem.slice(0, at);
  }
  const dash = Math.max(stem.lastIndexOf('-'), stem.lastIndexOf('_'));
  return dash > 0 && isHexHash(stem.slice(dash + 1)) ? stem.slice(0, dash) : stem;
}

/** Whether a file has no name but a hash. */
export function isBundleHash(stem: string, folder: string): boolean {
  if (isHexHash(stem) && stem.length >= DEFAULT_LENGTH) return true;
  return BUNDLE_FOLDER.test(folder) && stem.length === DEFAULT_LENGTH && isHash(stem);
}

/** Whether a part of a file name is a hash: `D0aPq_2x` and `3f2a9c81`, but not `MyWidget` or `facade`. */
export function isHash(part: string): boolean {
  if (isHexHash(part)) return true;
  if (part.length > DEFAULT_LENGTH) return isLongHash(part);
  return part.length === DEFAULT_LENGTH && /^[\w-]+$/.test(part) && isRandom(part);
}

/** A longer hash has no dash or underscore that could belong to the name before it. */
function isLongHash(part: string): boolean {
  return part.length <= MAX_LENGTH && /^[A-Za-z0-9]+$/.test(part) && /\d/.test(part) && isRandom(part);
}

function isHexHash(part: string): boolean {
  return /^[0-9a-f]{6,64}$/i.test(part) && /\d/.test(part);
}

function isRandom(part: string): boolean {
  // The alphabet of esbuild.
  if (/^[A-Z2-7]+$/.test(part)) return true;
  const hasUpper = /[A-Z]/.test(part);
  if (!hasUpper && !/\d/.test(part)) return false;
  if (!hasUpper && /[_-]/.test(part)) return /\d[^\d]+\d/.test(part);
  return !isWords(part);
}

/** Whether the letters form words such as `MyWidget`, which have vowels and begin with their only capital letter. */
function isWords(part: string): boolean {
  if (/[_-]{2}|^[\d_-]|[_-]$/.test(part)) return false;
  const pieces = part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return pieces.every((piece) => {
    if (ABBREVIATIONS.has(piece.toLowerCase())) return true;
    return piece.length >= 3 && /[a-z]/.test(piece) && /[aeiouy]/i.test(piece) && !/[^aeiouy]{5}/i.test(piece);
  });
}
