import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildGoSources, PythonEnvironment, type Missing } from '@svc/testing';
import type { ShopCommand } from './shop.js';

/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SOURCES = path.resolve(import.meta.dirname, '../../../src/doors/sentry/programs');

/** Brings a program of another language, or says why it cannot be brought. */
export type BringShop = () => Promise<ShopCommand | Missing>;

export const python: BringShop = async () => {
  const installed = await PythonEnvironment.install(['sentry-sdk==2.75.0']);
  return installed instanceof PythonEnvironment ? [installed.python, path.join(SOURCES, 'shop.py')] : installed;
};

export const go: BringShop = async () => {
  const isMissing = await promisify(execFile)('go', ['version']).then(
    () => false,
    () => true,
  );
  if (isMissing) return { reason: 'go is not installed', isLanguageMissing: true };
  const program = await buildGoSources('sentry', path.join(SOURCES, 'go')).catch(() => undefined);
  return program === undefined
    ? { reason: 'the module proxy of Go cannot be reached', isLanguageMissing: false }
    : [program];
};
