/** The packages in a target: those whose files it has, and those that the bundler has put into its files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/tools.mjs';

/** Folders of bundles, with the packages in each of their files. */
const BUNDLES = [
  'apps/standalone/dist/bundle',
  'apps/standalone/dist/services',
  'apps/cli/dist',
  'apps/console/dist',
  'libs/player/dist',
  'libs/recorder/dist',
];

/** Folders of packages, relative to the checkout. */
export function packageFolders(files) {
  const bundled = new Map(BUNDLES.flatMap((folder) => Object.entries(readJson(`${folder}/packages.json`))));
  const all = files.flatMap((file) => [file, ...(bundled.get(file) ?? []).map((folder) => `${folder}/package.json`)]);
  const folders = all.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined && existsSync(inRoot(folder, 'package.json'))))];
}

/** Only the components of the bill of materials that are in the target. */
export function reduceBill(bill, folders) {
  const present = new Set(folders.map(identity));
  const components = bill.components.filter(({ purl }) => present.has(decodeURIComponent(purl ?? '')));
  const references = new Set([
    bill.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ]);
  const dependencies = (bill.dependencies ?? [])
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  const node = {
    type: 'platform',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
    'bom-ref': `pkg:generic/node@${process.versions.node}`,
  };
  return { ...bill, components: [node, ...components], dependencies };
}

/** The licenses of the packages, which their authors require to be passed on. */
export function readLicenses(folders) {
  return folders.toSorted().map(readLicense).join('\n');
}

function readLicense(folder) {
  const { name, version, license } = readJson(`${folder}/package.json`);
  const file = readdirSync(inRoot(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(inRoot(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}

function identity(folder) {
  const { name, version } = readJson(`${folder}/package.json`);
  return `pkg:npm/${name}@${version}`;
}

const inRoot = (...parts) => path.join(ROOT, ...parts);
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'));
