/**
 * Writes the lists of packages and of uses of tables in CONTRIBUTING.md and docs/architecture.md:
 * `node scripts/packages/write-package-lists.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { relationalTables } from '../structure/sources.mjs';
import { listTableExceptions } from '../structure/tables.mjs';
import { ROOT } from '../tools.mjs';
import { describePackages, listFolders, listLayers, replaceSection } from './package-lists.mjs';
import { readPackages } from './read-packages.mjs';

const SECTIONS = [
  ['CONTRIBUTING.md', 'packages', describePackages],
  ['docs/architecture.md', 'folders', listFolders],
  ['docs/architecture.md', 'layers', listLayers],
  ['docs/architecture.md', 'tables', () => listTableExceptions(relationalTables())],
];

const packages = readPackages();
for (const [page, name, render] of SECTIONS) {
  const file = path.join(ROOT, page);
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, render(packages)));
}
