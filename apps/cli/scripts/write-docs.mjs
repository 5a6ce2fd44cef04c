/** Writes docs/commands.md from the help of the bundled client. `node scripts/bundle.mjs` comes first. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..');
const TARGET = path.join(PACKAGE, '..', '..', 'docs', 'commands.md');

const markdown = execFileSync(process.execPath, [path.join(PACKAGE, 'dist', 'svc.js'), 'docs', '--markdown']);
mkdirSync(path.dirname(TARGET), { recursive: true });
writeFileSync(TARGET, markdown);
