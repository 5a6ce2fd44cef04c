import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

const list = restCommand({
  words: ['alerts', 'silences', 'list'],
  summary: 'List silences, the latest created first',
  operation: 'silences.list',
  view: {
    kind: 'table',
    rows: silenceRows,
    columns: [
      { title: 'STATUS', field: 'status' },
      { title: 'NAME', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'MATCHERS', field: 'shown', flexible: true },
      { title: 'STARTS', field: 'starts_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'ENDS', field: 'ends_at', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
      ID,
    ],
    empty: 'No silences.',
  },
});

const create = restCommand({
  words: ['alerts', 'silences', 'create'],
  summary: 'Silence the alerts whose labels match',
  examples: [
    `svc alerts silences create --json '{"name":"Deploy","matchers":[{"label_name":"service_name","operator":"=","value":"checkout"}],"ends_at":"2026-01-31T10:00:00Z"}'`,
  ],
  operation: 'silences.create',
  body: 'name, matchers, starts_at, ends_at, comment',
  view: confirmation({ said: 'Created the silence {name}', facts: ['id', 'status', 'ends_at'] }),
});

const remove = restCommand({
  words: ['alerts', 'silences', 'delete'],
  summary: 'Expire a silence: it ends now',
  operation: 'silences.delete',
  arguments: [{ name: 'silence-id', sends: 'silence_id', description: 'ID of the silence' }],
  destructive: true,
  done: { expired: true },
});

export const SILENCES: Family = {
  groups: { 'alerts silences': 'Keep alerts from notifying anybody' },
  commands: [list, create, remove],
};

/** Matchers as they are usually written: `service_name="checkout"`. */
function silenceRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'silences').map((silence) => ({
    ...silence,
    shown: objectsAt(silence, 'matchers')
      .map(({ label_name: name, operator, value }) => `${plainText(name)}${plainText(operator)}"${plainText(value)}"`)
      .join(' '),
  }));
}
