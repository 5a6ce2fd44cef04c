import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';

/** Patterns of compiled specs whose source was moved or deleted: the compiler does not remove them. */
export function staleSpecs(packages) {
  return globSync(`${packages}/dist/**/*.spec.js`, { cwd: ROOT })
    .filter((file) => !existsSync(path.join(ROOT, toSource(file))))
    .map((file) => `${path.join(ROOT, file).replaceAll('.', '\\.')}$`);
}

function toSource(file) {
  return file.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
}
