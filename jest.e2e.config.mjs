/**
 * The black-box suite, one file after the other in one process against one running service, which environment variables name:
 * `node scripts/test.mjs e2e` starts one of each topology and sets them.
 */
import { staleSpecs } from './scripts/jest/stale-specs.mjs';

export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/e2e/dist'],
  displayName: 'e2e',
  runner: 'jest-light-runner',
  maxWorkers: 1,
  testMatch: ['<rootDir>/e2e/dist/**/*.spec.js'],
  testPathIgnorePatterns: staleSpecs('e2e'),
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/setup.mjs'],
};
