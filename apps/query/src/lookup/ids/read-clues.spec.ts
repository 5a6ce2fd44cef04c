import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KINDS, type Kind } from './kinds.js';
import { readClues } from './read-clues.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const ISSUE = '0198c0de-1111-7222-8333-444455556666';
/** Kinds whose IDs senders choose. */
const FREE: Kind[] = ['agent_run', 'session', 'person', 'account'];

/** Kinds, ID and what it is within. */
type Named = readonly string[];
const clues = (text: string): Named[] =>
  readClues(text).map(({ kinds, id, within }) => [kinds.join(' '), id, ...(within === undefined ? [] : [within])]);

describe('the IDs in a text', () => {
  const plain: readonly (readonly [text: string, kinds: readonly Kind[]])[] = [
    [TRACE, ['trace', 'log', ...FREE, 'flag']],
    [TRACE.toUpperCase(), ['trace', 'log', ...FREE, 'flag']],
    [SPAN, ['span', ...FREE, 'flag']],
    [ISSUE, ['issue', 'incident', 'alert', 'anomaly', ...FREE, 'flag']],
    [ISSUE.toUpperCase(), ['issue', 'incident', 'alert', 'anomaly', ...FREE, 'flag']],
    [ISSUE.slice(0, 8), ['issue', 'incident', ...FREE, 'flag']],
    [ISSUE.slice(0, 7), [...FREE, 'flag']],
    ['INC-12', ['incident', ...FREE, 'flag']],
    ['ann@example.com', FREE],
    ['new-checkout', [...FREE, 'flag']],
    ['Acme & Co', FREE],
  ];
  it.each(plain)('%s can be an ID of the kinds whose IDs look like it', (text, kinds) => {
    for (const spaced of [text, ` ${text}\n`])
      assert.deepEqual(
        readClues(spaced),
        [{ kinds: KINDS.filter((kind) => kinds.includes(kind)), id: text }],
        'spaces around a pasted ID do not count',
      );
  });

  const addresses: readonly (readonly [address: string, ...found: Named[]])[] = [
    [`https://svc.example/api/v1/traces/${TRACE}`, ['trace', TRACE]],
    [`/api/v1/traces/${TRACE}/critical-path?project_id=1`, ['trace', TRACE]],
    [`/api/v1/traces/${TRACE}/spans/${SPAN}`, ['span', SPAN, TRACE]],
    [`/api/v1/traces/x/spans/${SPAN}`, ['span', SPAN]],
    [`/api/v1/search/correlate/${TRACE}`, ['trace', TRACE]],
    [`/api/v1/replay-for-trace/${TRACE}`, ['trace', TRACE]],
    [`/api/v1/logs/${TRACE}/context`, ['log', TRACE]],
    [`/p/shop/logs?from=-1h&open=${TRACE}`, ['log', TRACE]],
    [`/p/shop/issues/${ISSUE}/occurrences`, ['issue', ISSUE]],
    [`HTTPS://svc.example/api/v1/incidents/INC-12/timeline`, ['incident', 'INC-12']],
    [`/api/v1/alerts/${ISSUE}`, ['alert', ISSUE]],
    [`/p/shop/respond/anomalies/${ISSUE}`, ['anomaly', ISSUE]],
    ['/api/v1/agent-runs/run%201', ['agent_run', 'run 1']],
    ['/api/v1/replay/s%2F1/snapshots', ['session', 's/1']],
    ['/api/v1/persons/ann%40example.com/timeline', ['person', 'ann@example.com']],
    ['/api/v1/groups/company/acme/timeline', ['account', 'acme', 'company']],
    [`/api/v1/errors/groups/${ISSUE}`, ['issue', ISSUE]],
    [`/api/v1/errors/groups/${ISSUE}/affected`, ['issue', ISSUE]],
    ['/api/v1/flags/new-checkout', ['flag', 'new-checkout']],
    // Nothing has an ID with NUL, which the stores refuse.
    ['/api/v1/persons/a%00'],
    ['/api/v1/groups/company%00/acme'],
    ['/p/shop/persons?open=a%00'],
    ['/other/a%00', [FREE.join(' '), '/other/a%00']],
    // The ID is missing, or the noun is unknown and does not tell the kind.
    [`/api/v1/logs/fields`],
    [`/other/${SPAN}`, [`span ${FREE.join(' ')} flag`, SPAN], [FREE.join(' '), `/other/${SPAN}`]],
    [`/p/shop/home?open=${ISSUE.slice(0, 8)}`, [`issue incident ${FREE.join(' ')} flag`, ISSUE.slice(0, 8)]],
  ];
  for (const [address, ...found] of addresses)
    it(`are those of the last record of the path ${address}`, () => {
      assert.deepEqual(clues(address), found);
    });

  it('of a traceparent header are a span and its trace', () => {
    assert.deepEqual(clues(`00-${TRACE}-${SPAN}-01`), [
      ['span', SPAN, TRACE],
      ['trace', TRACE],
    ]);
  });

  it('are missing from an empty text', () => {
    assert.deepEqual(readClues(' \t\n'), []);
  });

  it('are found in any text without a failure, and have neither NUL nor half a surrogate pair', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('persons', 'groups', '%00', '\u0000', '\ud800'),
    );
    const address = fc.array(part).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.oneof(address, part), (text) => {
        for (const { id, within = '' } of readClues(text))
          assert.ok(!`${id}${within}`.includes('\0') && id.isWellFormed() && within.isWellFormed());
      }),
    );
  });

  it('are found in an address as they are, whatever text a sender chose as an ID', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const [clue] = readClues(`https://svc.example/api/v1/persons/${encodeURIComponent(id)}`);
        // Addresses have no parts that consist of dots.
        if (!/^\.{1,2}$/.test(id)) assert.deepEqual(clue, { kinds: ['person'], id });
      }),
    );
  });
});
