import { restCommand } from '../../command/command.js';
import { levelPaint } from '../../print/layout/colors.js';
import { toMillisecond } from '../../print/layout/units.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

export const context = restCommand({
  words: ['logs', 'context'],
  summary: 'Show a log record with the records before and after it',
  description: 'Shows records of the same service and resource, at most 24 hours away.',
  examples: ['svc logs context --log-id 18E9D9447A2371800000000000000007 --before 5 --after 50'],
  operation: 'logs.context',
  flags: [
    {
      name: 'after',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'after',
      description: 'number of following records, default 20',
    },
    {
      name: 'before',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'before',
      description: 'number of preceding records, default 20',
    },
    {
      name: 'log-id',
      kind: 'string',
      format: 'not_empty',
      required: true,
      sends: 'log_id',
      description: 'the 32 uppercase hexadecimal digits of the record',
    },
  ],
  view: {
    kind: 'table',
    rows: lines,
    columns: [
      { title: '', field: 'mark', paint: (_, colors) => colors.bold },
      { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim },
      { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
      { title: 'BODY', field: 'body', flexible: true, lines: 3 },
    ],
    empty: 'Record not found.',
  },
});

/** Returns all records by time; an arrow marks the requested one. */
function lines(answer: Json): readonly JsonObject[] {
  const log = isObject(answer) && isObject(answer['log']) ? [{ ...answer['log'], mark: '→' }] : [];
  return [...objectsAt(answer, 'before'), ...log, ...objectsAt(answer, 'after')];
}
