import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The licenses of the packages in these folders, because whoever opens the console gets a copy of them. */
export function readLicenses(folders) {
  const texts = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file === undefined ? `License: ${license}` : readFileSync(path.join(folder, file), 'utf8').trim();
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  return [...texts].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}
