/**
 * Reports the licences of everything that is installed for production, `node scripts/licenses.mjs`, and fails on one that is not
 * permitted here. The data is that of the bill of materials (`npm run sbom`).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeSbom } from './sbom.mjs';
import { withTools } from './tools.mjs';

/** Licences that permit use in a product under Apache-2.0 without conditions beyond naming the authors. */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Packages whose manifest does not name a permitted licence in SPDX form, and the licence in their licence file. */
const READ_BY_HAND = new Map([
  ['buildcheck', 'MIT'],
  ['cpu-features', 'MIT'],
  // Dual-licensed under MIT or MPL-2.0; MIT is chosen.
  ['ibantools', 'MIT'],
  ['ssh2', 'MIT'],
]);

await withTools(import.meta.url, () => {
  const licences = new Map();
  for (const component of components()) {
    const licence = READ_BY_HAND.get(component.name) ?? declaredLicence(component);
    licences.set(licence, [...(licences.get(licence) ?? []), `${component.name}@${component.version}`]);
  }
  for (const [licence, packages] of [...licences].sort((a, b) => b[1].length - a[1].length))
    console.log(
      `${licence}: ${packages.length}${process.argv.includes('--list') ? `\n  ${packages.join('\n  ')}` : ''}`,
    );
  const refused = [...licences].filter(([licence]) => !isPermitted(licence));
  for (const [licence, packages] of refused) console.error(`not permitted: ${licence}, of ${packages.join(', ')}`);
  if (refused.length > 0) process.exitCode = 1;
});

function components() {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-sbom-'));
  try {
    const file = path.join(directory, 'sbom.json');
    writeSbom(file);
    return JSON.parse(readFileSync(file, 'utf8')).components;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function declaredLicence({ licenses = [] }) {
  return licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND ') || 'none';
}

/** One permitted licence of an OR is enough; all of an AND are needed. */
function isPermitted(expression) {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => PERMITTED.has(licence)));
}
