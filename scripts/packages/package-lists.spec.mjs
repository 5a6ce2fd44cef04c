import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { relationalTables } from '../structure/sources.mjs';
import { listTableExceptions } from '../structure/tables.mjs';
import { ROOT } from '../tools.mjs';
import { describePackages, listFolders, listLayers, replaceSection } from './package-lists.mjs';
import { readPackages } from './read-packages.mjs';

const aPackage = (name, values) => ({ path: name, description: 'Something.', layer: 'kernel', folders: [], ...values });

describe('describePackages', () => {
  it('lists the description of each package in one column', () => {
    const packages = [aPackage('apps/query', { description: 'Reads.' }), aPackage('libs/otlp')];
    assert.equal(describePackages(packages), '```\napps/query  Reads.\nlibs/otlp   Something.\n```');
  });

  it('wraps a long description at 120 columns and indents its other lines', () => {
    const lines = describePackages([aPackage('libs/a', { description: 'word '.repeat(40).trim() })]).split('\n');
    assert.equal(lines.length, 4);
    assert.ok(lines.every((line) => line.length <= 120));
    assert.match(lines[2], /^ {8}word/);
  });

  it('refuses a package without a description', () => {
    assert.throws(() => describePackages([aPackage('libs/a', { description: undefined })]), /libs\/a.*no description/);
  });
});

describe('listFolders', () => {
  it('lists the folders of an app, and also the domains of apps/query', () => {
    const folders = ['errors', 'errors/issues', 'usage'];
    assert.equal(
      listFolders([aPackage('apps/a', { folders }), aPackage('apps/query', { folders }), aPackage('apps/none')]),
      '- `apps/a`: `errors`, `usage`\n- `apps/query`: `errors` (`issues`), `usage`',
    );
  });
});

describe('listLayers', () => {
  it('lists the libraries of each layer', () => {
    const packages = [
      aPackage('libs/a', { layer: 'store' }),
      aPackage('libs/b'),
      aPackage('libs/c'),
      aPackage('apps/d'),
    ];
    assert.equal(listLayers(packages), '- kernel: `b`, `c`\n- store: `a`');
  });

  it('refuses a library without a layer', () => {
    assert.throws(() => listLayers([aPackage('libs/a', { layer: undefined })]), /libs\/a.*no tag of a layer/);
  });
});

describe('replaceSection', () => {
  it('replaces only the text between the markers of the section', () => {
    const page = 'a\n<!-- one -->\n\nold\n\n<!-- end -->\n<!-- two -->\n\nkept\n\n<!-- end -->\n';
    assert.equal(replaceSection(page, 'one', 'new'), page.replace('old', 'new'));
  });

  it('refuses a page without the markers', () => {
    assert.throws(() => replaceSection('text', 'one', 'new'), /no section "one"/);
  });
});

describe('the lists of packages in the documentation', () => {
  const packages = readPackages();
  const contains = (page, text) => readFileSync(path.join(ROOT, page), 'utf8').includes(text);

  it.each([
    ['packages', 'CONTRIBUTING.md', describePackages],
    ['folders', 'docs/architecture.md', listFolders],
    ['layers', 'docs/architecture.md', listLayers],
    ['tables', 'docs/architecture.md', () => listTableExceptions(relationalTables())],
  ])('list the current %s in %s', (_, page, render) => {
    assert.ok(contains(page, render(packages)), `run node scripts/packages/write-package-lists.mjs`);
  });
});
