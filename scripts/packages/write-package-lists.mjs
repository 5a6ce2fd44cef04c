/** Writes the lists of packages in CONTRIBUTING.md and docs/architecture.md: `node scripts/packages/write-package-lists.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { describePackages, listFolders, listLayers, replaceSection } from './package-lists.mjs';
import { readPackages } from './read-packages.mjs';

const SECTIONS = [
  ['CONTRIBUTING.md', 'packages', describePackages],
  ['docs/architecture.md', 'folders', listFolders],
  ['docs/architecture.md', 'layers', listLayers],
];

const packages = readPackages();
for (const [page, name, render] of SECTIONS) {
  const file = path.join(ROOT, page);
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, render(packages)));
}
