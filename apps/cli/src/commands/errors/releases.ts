import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { percentage, toSecond, wholeNumber } from '../../print/layout/units.js';

const RELEASE: Argument<'release'> = { name: 'release', sends: 'release', description: 'name of the release' };

const list = restCommand({
  words: ['releases', 'list'],
  summary: 'List releases with new issues and crash-free sessions',
  operation: 'releases.list',
  view: {
    kind: 'table',
    rows: 'releases',
    columns: [
      { title: 'RELEASE', field: 'release', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'DEPLOYED', field: 'deployed_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'AUTHOR', field: 'author', fromWidth: 100 },
      { title: 'NEW ISSUES', field: 'new_issue_count', align: 'right' },
      { title: 'REGRESSED', field: 'regressed_issue_count', align: 'right' },
      { title: 'ERRORS', field: 'error_count', format: wholeNumber, align: 'right' },
      { title: 'CRASH-FREE', field: 'crash_free.rate', format: percentage, align: 'right' },
    ],
    empty: 'No releases. Record one with `svc releases create <release>`.',
  },
});

const create = restCommand({
  words: ['releases', 'create'],
  summary: 'Record a release and its deploy; repeating it is safe',
  description:
    'For a release that exists, the given fields are updated and the time of its deploy stays unless it is given.',
  examples: ['svc releases create app@1.4.2 --commit "$(git rev-parse HEAD)" --url https://ci.example.com/runs/17'],
  operation: 'releases.create',
  arguments: [RELEASE],
  flags: [
    { name: 'author', kind: 'string', sends: 'author', description: 'who deployed it' },
    { name: 'commit', kind: 'string', sends: 'commit', description: 'commit of the release' },
    {
      name: 'deploy-at',
      kind: 'string',
      format: 'timestamp',
      sends: 'deployed_at',
      description: 'RFC 3339 time of the deploy; now by default',
    },
    { name: 'ref', kind: 'string', sends: 'ref', description: 'branch or tag' },
    { name: 'url', kind: 'string', sends: 'url', description: 'absolute http or https URL, e.g. of the pipeline' },
  ],
  view: confirmation({ said: 'Recorded the release {release}', next: 'svc releases get {release}' }),
});

const get = restCommand({
  words: ['releases', 'get'],
  summary: 'Show a release, its issues and how its deploy went',
  operation: 'releases.get',
  arguments: [RELEASE],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/errors/release.js')).printRelease(answer, page),
  },
});

export const RELEASES: Family = {
  groups: { releases: 'Releases, the issues they brought and how their deploys went' },
  commands: [list, create, get],
};
