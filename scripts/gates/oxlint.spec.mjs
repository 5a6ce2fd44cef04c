import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { ROOT } from '../tools.mjs';

/** Code that breaks each rule which needs types. */
const VIOLATIONS = {
  'await-thenable': 'export const f = async (n: number) => void (await n);',
  'no-array-delete': 'export const f = (list: string[]) => delete list[0];',
  'no-base-to-string': 'export const f = (pair: { key: string }) => String(pair);',
  'no-duplicate-type-constituents': "export type Twice = 'a' | 'a';",
  'no-floating-promises': 'export const f = (work: () => Promise<void>) => { work(); };',
  'no-for-in-array': 'export const f = (list: string[]) => { for (const at in list) list.push(at); };',
  'no-implied-eval': "export const f = new Function('return 1');",
  'no-misused-promises': 'export const f = (asked: Promise<boolean>) => { if (asked) throw new Error(); };',
  'no-redundant-type-constituents': 'export type Anything = unknown | string;',
  'no-unnecessary-type-assertion': 'export const f = (text: string) => text as string;',
  'no-unsafe-argument': 'export const f = (a: any, use: (text: string) => void) => use(a);',
  'no-unsafe-assignment': 'export const f = (a: any) => { const text: string = a; return text; };',
  'no-unsafe-call': 'export const f = (a: any) => void a();',
  'no-unsafe-enum-comparison': 'enum Colour { Red, Blue } export const f = (colour: Colour) => colour === 1;',
  'no-unsafe-member-access': 'export const f = (a: any) => void a.key;',
  'no-unsafe-return': 'export const f = (a: any): string => { return a; };',
  'no-unsafe-unary-minus': 'export const f = (text: string) => -text;',
  'only-throw-error': "export const f = () => { throw 'text'; };",
  'prefer-promise-reject-errors': "export const f = () => Promise.reject('text');",
  'require-await': 'export async function f() { return 1; }',
  'restrict-plus-operands': "export const f = (pair: { key: string }) => pair + 'text';",
  'restrict-template-expressions': 'export const f = (pair: { key: string }) => `${pair}`;',
  'switch-exhaustiveness-check':
    "export const f = (side: 'l' | 'r') => { switch (side) { case 'l': return 1; } return 2; };",
  'unbound-method': 'class Box { open() { return this; } } export const f = (box: Box) => [box.open];',
};
/** A rule that needs no types, but was the slowest of all in ESLint. */
const UNUSED = { 'no-unused-vars': 'export const f = (used: number, unused: number) => used;' };
const ALL = { ...VIOLATIONS, ...UNUSED };

describe('the rules of oxlint', () => {
  it('enables all rules with types that typescript-eslint recommends, and one more', () => {
    const { rules } = JSON.parse(readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8'));
    const known = tseslint.plugin.rules;
    const recommended = tseslint.configs.recommendedTypeChecked
      .flatMap((config) => Object.entries(config.rules ?? {}))
      .filter(([, severity]) => severity !== 'off')
      .map(([name]) => name.replace('@typescript-eslint/', ''))
      .filter((name) => known[name]?.meta.docs.requiresTypeChecking);
    const expected = [...recommended, 'switch-exhaustiveness-check'].toSorted();
    assert.deepEqual(Object.keys(VIOLATIONS), expected);
    assert.deepEqual(
      Object.keys(rules).map((name) => name.replace(/^.*\//, '')),
      [...Object.keys(UNUSED), ...expected],
    );
  });

  describe('in a package', () => {
    let folder;
    beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'svc-typed-lint-'))));
    afterEach(() => rmSync(folder, { recursive: true }));

    it('refuses a violation of each rule', () => {
      const compilerOptions = { strict: true, target: 'es2024', module: 'nodenext', noEmit: true, types: [] };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      for (const [rule, code] of Object.entries(ALL)) writeFileSync(path.join(folder, `${rule}.ts`), code);
      const configuration = ['-c', path.join(ROOT, '.oxlintrc.json'), '--tsconfig', path.join(folder, 'tsconfig.json')];
      const { stdout, status } = spawnSync(
        process.execPath,
        [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), ...configuration, '--format=json', folder],
        { cwd: ROOT, encoding: 'utf8' },
      );
      const refused = new Map(Object.keys(ALL).map((rule) => [rule, []]));
      for (const { code, filename } of JSON.parse(stdout).diagnostics)
        refused.get(path.basename(filename, '.ts')).push(/\((.+)\)/.exec(code)?.[1] ?? code);
      assert.deepEqual(
        [...refused].filter(([rule, found]) => !found.includes(rule)),
        [],
      );
      assert.equal(status, 1);
    });
  });
});
