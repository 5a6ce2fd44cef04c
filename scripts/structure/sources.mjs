import { readFileSync } from 'node:fs';
import path from 'node:path';
import { trackedFiles } from '../graph.mjs';
import { ROOT } from '../tools.mjs';
import { readTables } from './tables.mjs';

/** `from './x.js'`, `import './x.js'` and `import('./x.js')`; types count, because a reader follows them too. */
const RELATIVE_IMPORT = /(?:from|import|import\()\s*'(\.{1,2}\/[^']+)'/g;

/** Every package that has a src folder, with its TypeScript files, their texts, and the files each one imports, as paths below src. */
export function packageSources() {
  const sources = new Map();
  const tracked = new Set([...trackedFiles('*.ts'), ...trackedFiles('*.tsx')]);
  for (const file of tracked) {
    const [, name, inside] = /^((?:apps|libs)\/[^/]+|e2e|bench)\/src\/(.+\.tsx?)$/.exec(file) ?? [];
    if (name === undefined || isGenerated(inside)) continue;
    if (!sources.has(name)) sources.set(name, { name, files: new Map(), texts: new Map() });
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    sources.get(name).texts.set(inside, text);
    sources.get(name).files.set(
      inside,
      relativeImports(inside, text, (target) => tracked.has(`${name}/src/${target}`)),
    );
  }
  return [...sources.values()];
}

/** The tables of the relational store with their owners. */
export function relationalTables() {
  return trackedFiles('libs/relational/prisma/schema/*.prisma').flatMap((file) =>
    readTables(readFileSync(path.join(ROOT, file), 'utf8')),
  );
}

function isGenerated(file) {
  return file.split('/').includes('gen');
}

function relativeImports(file, text, isTracked) {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, target]) => {
    const plain = path.posix.join(path.posix.dirname(file), target.replace(/\.js$/, '.ts'));
    // The source of a module may be either.
    return isTracked(plain) ? plain : plain.replace(/\.ts$/, '.tsx');
  });
}
