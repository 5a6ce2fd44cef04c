import { isBundleHash, isHash, withoutBundleHash } from './bundle-hash.js';

const MAX_PATH = 400;

/** Names of files that say what is in them and not which of them it is, so their folder counts. docs/errors.md lists them. */
const GENERIC = new Set(
  (
    '__init__ index mod page layout template default loading error not-found route routes router urls view views ' +
    'controller controllers handler handlers action actions middleware resolver resolvers service services ' +
    'model models entity entities schema schemas serializer serializers form forms admin task tasks job jobs ' +
    'util utils helper helpers common shared base core types constants config settings client api ' +
    'component components hook hooks store reducer reducers lib test tests'
  ).split(' '),
);
/** A program's first file is often in the folder that it is deployed to, so its folder counts only inside of a source folder. */
const ENTRY = new Set(['main', '__main__', 'app', 'server']);
const SOURCE_FOLDER = /^(?:src|app|apps|lib|libs|packages|services|modules|cmd|functions|lambdas)$/;
/** Files of a bundle whose folder is a route of the application. */
const ROUTE = new Set(['page', 'layout', 'route']);
/** Folders that a deployment names, not the author: versions, dates, hashes. */
const DEPLOYED = /^(?:current|releases?|v?\d[\d._-]*)$/;

/**
 * The last segment of a path without what a build adds to it, so `app.3f2a9c81.js` and `app-D0aPq_2x.js` are `app.js`, with the folder
 * before it if the name alone is generic. The folders above depend on where a release is deployed.
 */
export function normalizeFile(file: string): string {
  const path = file.slice(-MAX_PATH).split(/[?#]/, 1)[0] ?? '';
  const segments = withoutOrigin(path)
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.');
  const given = segments.pop() ?? '';
  const name = normalizeFileName(given, segments.at(-1) ?? '');
  const folder = folderFor(name, name !== given, segments);
  return folder === '' ? name : `${folder}/${name}`;
}

function withoutOrigin(path: string): string {
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/^[a-z]:(?=[/\\])/i, '');
}

function normalizeFileName(given: string, folder: string): string {
  const [first = '', ...rest] = given.split('.');
  const kept = rest.filter((part, index) => (index === rest.length - 1 && /^\w{1,5}$/.test(part)) || !isHash(part));
  const stem = isBundleHash(first, folder) ? '<hash>' : withoutBundleHash(first);
  return [stem, ...kept].join('.');
}

function folderFor(name: string, isHashed: boolean, folders: readonly string[]): string {
  const stem = (name.split('.', 1)[0] ?? '').replace(/^\+/, '').toLowerCase();
  const parent = folderName(folders.at(-1) ?? '');
  if (parent === '' || !(isHashed ? ROUTE : GENERIC).has(stem)) {
    const isInside = !SOURCE_FOLDER.test(parent) && folders.slice(0, -1).some((folder) => SOURCE_FOLDER.test(folder));
    return ENTRY.has(stem) && isInside && !isHashed ? parent : '';
  }
  return parent;
}

/** A folder without the version of a release; '' if a deployment has named it. */
function folderName(folder: string): string {
  if (DEPLOYED.test(folder) || isBundleHash(folder, '')) return '';
  return withoutBundleHash(folder).replace(/[-_@.]v?\d+(?:\.\d+)*$/, '');
}
