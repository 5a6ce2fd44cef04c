/**
 * Specs run as compiled ES modules, with Node's own module loader: `node scripts/build.mjs`, then `pnpm exec jest [part of a path]`.
 *
 * unit: pure specs, in worker threads that load what they import once. int: specs on real stores and servers, in child processes,
 * because native modules, signals and exits belong to a process. budget: specs that judge CPU time, which the gate runs by themselves
 * with one worker, after everything else. The black-box suite has `jest.e2e.config.mjs`.
 */
import { availableParallelism } from 'node:os';
import { staleSpecs } from './scripts/jest/stale-specs.mjs';

// Specs run where this configuration is not known: in threads and processes, which inherit the environment.
if (process.argv.includes('--coverage')) process.env.SVC_COVERAGE = '1';

const COMPILED = '<rootDir>/{libs,apps}/*/dist';

const shared = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/bench', '<rootDir>/scripts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/node_modules/'],
  testPathIgnorePatterns: ['/node_modules/', ...staleSpecs('{libs,apps}/*'), ...staleSpecs('bench')],
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/setup.mjs'],
};

export default {
  maxWorkers: Math.max(2, availableParallelism() - 1),
  coverageReporters: ['text-summary', 'lcov'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      runner: ['jest-light-runner', { runtime: 'worker_threads' }],
      testMatch: [
        `${COMPILED}/**/!(*.int|*.budget).spec.js`,
        '<rootDir>/bench/dist/**/*.spec.js',
        '<rootDir>/scripts/**/*.spec.mjs',
      ],
    },
    {
      ...shared,
      displayName: 'int',
      runner: 'jest-light-runner/child-process',
      testMatch: [`${COMPILED}/**/*.int.spec.js`],
    },
    {
      ...shared,
      displayName: 'budget',
      runner: 'jest-light-runner/child-process',
      testMatch: [`${COMPILED}/**/*.budget.spec.js`],
    },
  ],
};
