import { restCommand } from '../../command/command.js';
import { SERVICE, windowFlags } from '../../command/common-flags.js';
import { levelPaint } from '../../print/layout/colors.js';
import { toMillisecond } from '../../print/layout/units.js';
import { plainText } from '../../runtime/values/json.js';

export const search = restCommand({
  words: ['issues', 'search'],
  summary: 'Find single errors',
  description:
    'The search language has words and "phrases" of the type and the message, field:value, ranges, wildcards, AND, OR, NOT and parentheses.',
  examples: ['svc issues search --level fatal --since 6h', `svc issues search -q 'type:TypeError AND release:1.4.2'`],
  operation: 'errors.search',
  flags: [
    { name: 'level', kind: 'string', sends: 'level', description: 'fatal, error, warning, info or debug' },
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'page size: default 50' },
    {
      name: 'query',
      short: 'q',
      kind: 'string',
      sends: 'q',
      description: 'search query, e.g. `type:TypeError AND "undefined"`',
    },
    SERVICE,
    ...windowFlags('24h'),
  ],
  view: {
    kind: 'table',
    rows: 'errors',
    columns: [
      { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim },
      { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
      { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan },
      { title: 'RELEASE', field: 'release', fromWidth: 120 },
      { title: 'ISSUE', field: 'issue_id', whole: true, fromWidth: 150, paint: (_, colors) => colors.dim },
      { title: 'TYPE', field: 'type' },
      { title: 'MESSAGE', field: 'message', flexible: true, lines: 3 },
    ],
    empty: 'No errors in this window.',
  },
});
