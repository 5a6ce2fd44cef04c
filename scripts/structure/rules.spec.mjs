import assert from 'node:assert/strict';
import { circles, crowds, depths, families, fileCircles, layers } from './rules.mjs';

const source = (name, files) => ({ name, files: new Map(Object.entries(files)) });

describe('the structure rules', () => {
  it('reports folders beside each other that import each other, also through a third one', () => {
    const files = { 'a/x.ts': ['b/deep/y.ts'], 'b/deep/y.ts': [], 'b/z.ts': ['c/w.ts'], 'c/w.ts': ['a/x.ts'] };
    assert.deepEqual(circles(source('libs/p', files)), ['circle libs/p: in src a <-> b <-> c']);
  });

  it('reports circles below the first level', () => {
    const files = { 'p/a/x.ts': ['p/b/y.ts'], 'p/b/y.ts': ['p/a/z.ts'], 'p/a/z.ts': [] };
    assert.deepEqual(circles(source('libs/p', files)), ['circle libs/p: in src/p a <-> b']);
  });

  it('permits a folder and its parent to import each other, and specs and fixtures to import anything', () => {
    const files = {
      'index.ts': ['a/x.ts'],
      'port.ts': [],
      'a/x.ts': ['port.ts'],
      'a/x.spec.ts': ['b/y.ts'],
      'a/x.fixture.ts': ['b/y.ts'],
      'b/y.ts': ['a/x.ts'],
    };
    assert.deepEqual(circles(source('libs/p', files)), []);
  });

  it('reports files that import each other, also in one folder and in specs', () => {
    const files = { 'a/x.ts': ['a/y.ts'], 'a/y.ts': ['z.ts'], 'z.ts': ['a/x.ts'], 'a/w.ts': ['a/x.ts', 'outside.ts'] };
    assert.deepEqual(fileCircles(source('libs/p', files)), ['circle libs/p: files a/x.ts <-> a/y.ts <-> z.ts']);
    assert.deepEqual(fileCircles(source('libs/p', { 'x.ts': ['y.ts'], 'y.ts': [] })), []);
  });

  it('counts the package as level 1 and reports the eighth level', () => {
    const files = { 'a/b/c/d/e/x.ts': [], 'a/b/c/d/e/f/x.ts': [] };
    assert.deepEqual(depths(source('libs/p', files)), ['depth libs/p: a/b/c/d/e/f is 8 levels deep']);
  });

  it('reports a folder whose files and subfolders import each other in a chain of eight', () => {
    const chain = (length) =>
      Object.fromEntries(Array.from({ length }, (_, nth) => [`a/${nth}/x.ts`, [`a/${nth + 1}/x.ts`, 'a/0/y.ts']]));
    assert.deepEqual(layers(source('libs/p', { ...chain(7), 'a/7/x.spec.ts': [] })), []);
    assert.deepEqual(layers(source('libs/p', chain(8))), ['layers libs/p: src/a has 8: 0 > 1 > 2 > 3 > 4 > 5 > 6 > 7']);
  });

  it('reports more than 20 source files in a folder, not counting specs and migrations', () => {
    const numbered = (folder, suffix, count) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/${i}${suffix}.ts`, []]));
    const files = { ...numbered('a', '', 20), ...numbered('a', '.spec', 9), ...numbered('migrations', '', 30) };
    assert.deepEqual(crowds(source('libs/p', files)), []);
    assert.deepEqual(crowds(source('libs/p', { ...files, 'a/more.ts': [] })), ['crowd libs/p: a holds 21 files']);
  });

  it('reports a family of apps/query that imports from inside another one', () => {
    const files = { 'a/x.ts': ['b/index.ts', 'b/y.ts'], 'b/index.ts': ['b/y.ts'], 'b/y.ts': [], 'main.ts': ['a/x.ts'] };
    assert.deepEqual(families(source('apps/query', files)), ['family apps/query: a/x.ts imports b/y.ts']);
    assert.deepEqual(families(source('libs/p', files)), []);
  });
});
