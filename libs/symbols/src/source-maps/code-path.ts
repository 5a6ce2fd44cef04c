/**
 * The path of generated code in a form that is equal for the build and at run time: `~/` and the path, without origin,
 * drive, query and fragment. An uploaded map is named like the file that it describes, or like that with `.map`.
 */
export function normalizeCodePath(file: string): string {
  const path = file
    .replace(/[?#].*$/s, '')
    .replaceAll('\\', '/')
    .replace(/^[a-z][a-z0-9+.-]+:\/\/[^/]*/i, '')
    .replace(/^[a-z]:(?=\/)/i, '')
    .replace(/^~/, '')
    .replace(/\.map$/, '');
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `~/${segments.join('/')}`;
}

/** The last segment of a path. */
export function toBasename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
