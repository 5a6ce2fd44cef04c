/**
 * Lists violations of the structure of the packages, one line each: `node scripts/structure.mjs`. With `--report` it
 * does not fail.
 *
 * circle: folders beside each other, or files, import each other, directly or through others.
 * depth: a folder lies more than 7 levels deep; the package is level 1 and its src level 2.
 * layers: the files and subfolders of a folder import each other in a chain of more than 7.
 * crowd: a folder holds more than 20 source files. Specs, fixtures, generated code, migrations and golden files do not count.
 * family: a family of apps/query imports from inside another one instead of its index.ts.
 * timer: a spec, or a file of the black-box suite, waits for a fixed time.
 * owner: a service or library uses a table of another one, and no comment of the Prisma schema permits it (structure/tables.mjs).
 */
import { circles, crowds, depths, families, fileCircles, layers } from './structure/rules.mjs';
import { packageSources, relationalTables } from './structure/sources.mjs';
import { tableUses } from './structure/tables.mjs';
import { timers } from './structure/timers.mjs';

const RULES = [circles, fileCircles, depths, layers, crowds, families, timers];

const sources = packageSources();
const services = sources.filter(({ name }) => /^(apps|libs)\//.test(name));
const violations = [
  ...sources.flatMap((source) => RULES.flatMap((rule) => rule(source))),
  ...tableUses(services, relationalTables()),
];
for (const violation of violations) console.log(violation);
console.log(`structure: ${violations.length} violations`);
if (violations.length > 0 && !process.argv.includes('--report')) process.exitCode = 1;
