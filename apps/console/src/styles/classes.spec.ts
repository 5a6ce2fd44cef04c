import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g;

interface Use {
  readonly file: string;
  readonly style: string;
  readonly name: string;
}

function read(file: string): string {
  return readFileSync(path.join(SOURCES, file), 'utf8');
}

/** The classes that a component names, as `classes.row` or `classes['row']`. Names that it computes are not found. */
function findUses(file: string): readonly Use[] {
  const source = read(file);
  return [...source.matchAll(IMPORT)].flatMap(([, binding = '', relative = '']) => {
    const style = path.join(path.dirname(file), relative);
    const names = source
      .replaceAll(/^import .*$/gm, '')
      .matchAll(new RegExp(`\\b${binding}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'));
    return [...names].map(([, plain, quoted]) => ({ file, style, name: plain ?? quoted ?? '' }));
  });
}

describe('classes of style sheets', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES });
  const uses = files.flatMap(findUses);

  it('are all defined that components name', () => {
    const missing = uses.filter(({ style, name }) => !new RegExp(`\\.${name}(?![\\w-])`).test(read(style)));
    assert.deepEqual(missing, []);
  });

  it('belong to style sheets that a component imports', () => {
    const imported = new Set(
      files.flatMap((file) =>
        [...read(file).matchAll(IMPORT)].map(([, , relative = '']) => path.join(path.dirname(file), relative)),
      ),
    );
    assert.deepEqual(
      globSync('**/*.module.css', { cwd: SOURCES }).filter((style) => !imported.has(style)),
      [],
    );
  });
});
