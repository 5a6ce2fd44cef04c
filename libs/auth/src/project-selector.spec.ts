import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery, resolveProjectSelector } from './project-selector.js';

const BOUND = '0199aaaa-0000-7000-8000-000000000001';
const OTHER = '0199bbbb-0000-7000-8000-000000000002';

type Expected = 'omitted' | 'selected' | 'refused';

/** Name, query, outcome for a key bound to BOUND, outcome for an organization-level key. */
const CASES: readonly (readonly [string, string, Expected, Expected])[] = [
  ['no query', '', 'selected', 'omitted'],
  ['other fields only', 'limit=5&q=error', 'selected', 'omitted'],
  ['exact', `project_id=${BOUND}`, 'selected', 'selected'],
  ['exact among others', `limit=5&project_id=${BOUND}&q=x`, 'selected', 'selected'],
  ['exact twice', `project_id=${BOUND}&project_id=${BOUND}`, 'selected', 'selected'],
  ['exact with escapes', `project_id=${BOUND.replaceAll('-', '%2D')}`, 'selected', 'selected'],
  ['exact with an escaped name', `project%5fid=${BOUND}`, 'selected', 'selected'],
  ['exact with an escaped letter in the name', `%70roject_id=${BOUND}`, 'selected', 'selected'],
  ['stray ampersands', `&&project_id=${BOUND}&`, 'selected', 'selected'],
  ['empty', 'project_id=', 'selected', 'omitted'],
  ['name without a value', 'project_id', 'selected', 'omitted'],
  ['empty and exact', `project_id=&project_id=${BOUND}`, 'selected', 'selected'],

  ['conflicting', `project_id=${OTHER}`, 'refused', 'selected'],
  ['conflicting with an escaped name', `project%5Fid=${OTHER}`, 'refused', 'selected'],
  ['conflicting with a wholly escaped name', `%70%72%6f%6a%65%63%74%5f%69%64=${OTHER}`, 'refused', 'selected'],
  ['conflicting after empty', `project_id=&project_id=${OTHER}`, 'refused', 'selected'],
  ['conflicting after exact', `project_id=${BOUND}&project_id=${OTHER}`, 'refused', 'refused'],
  ['conflicting before exact', `project_id=${OTHER}&project_id=${BOUND}`, 'refused', 'refused'],
  ['conflicting under another spelling', `project_id=${BOUND}&project%5fid=${OTHER}`, 'refused', 'refused'],
  [
    'conflicting after many others',
    `project_id=${BOUND}&${'a=1&'.repeat(500)}project_id=${OTHER}`,
    'refused',
    'refused',
  ],
  ['in another case', `project_id=${BOUND.toUpperCase()}`, 'refused', 'selected'],
  ['with a blank', `project_id=${BOUND}+`, 'refused', 'selected'],
  ['with an escaped blank', `project_id=%20${BOUND}`, 'refused', 'selected'],
  ['only a blank', 'project_id=+', 'refused', 'selected'],
  ['with an escaped zero byte', `project_id=${BOUND}%00`, 'refused', 'selected'],
  ['two in a comma list', `project_id=${BOUND},${OTHER}`, 'refused', 'selected'],
  ['with a second equals sign', `project_id==${BOUND}`, 'refused', 'selected'],

  ['bad escape', 'project_id=%zz', 'refused', 'refused'],
  ['bad escape after the exact id', `project_id=${BOUND}%`, 'refused', 'refused'],
  ['cut escape', `project_id=${BOUND}%4`, 'refused', 'refused'],
  ['bad escape under an escaped name', 'project%5fid=%zz', 'refused', 'refused'],
  ['bytes that are not UTF-8', `project_id=${BOUND}%ff`, 'refused', 'refused'],
  ['unescaped bytes above ASCII', `project_id=${BOUND}\xff`, 'refused', 'refused'],
  ['semicolon after the exact id', `project_id=${BOUND};`, 'refused', 'refused'],
  ['semicolon before another field', `project_id=${BOUND};limit=5`, 'refused', 'refused'],
  ['only a semicolon', 'project_id=;', 'refused', 'refused'],
  ['hidden after a semicolon', `limit=5;project_id=${OTHER}`, 'refused', 'refused'],
  ['hidden after a semicolon under an escaped name', `q=a;project%5fid=${OTHER}`, 'refused', 'refused'],
  ['malformed beside the exact one', `project_id=${BOUND}&project_id=%zz`, 'refused', 'refused'],
  ['escaped semicolon as part of the value', `project_id=${BOUND}%3B`, 'refused', 'selected'],

  ['unrelated bad escape', 'q=%zz', 'selected', 'omitted'],
  ['unrelated bad escape beside exact', `q=%zz&project_id=${BOUND}`, 'selected', 'selected'],
  ['unrelated semicolon', 'q=a;b=c', 'selected', 'omitted'],
  ['unrelated semicolon beside exact', `project_id=${BOUND}&q=a;b`, 'selected', 'selected'],
  ['unrelated malformed name', `%zz=1&project_id=${BOUND}`, 'selected', 'selected'],
  ['a field that mentions the selector', 'q=project_id', 'selected', 'omitted'],
  ['a field with an escaped assignment in its value', `q=project_id%3D${OTHER}`, 'selected', 'omitted'],
  ['a field with an escaped ampersand in its value', `q=a%26project_id=${OTHER}`, 'selected', 'omitted'],
  ['other names around it', `xproject_id=${OTHER}&project_idx=${OTHER}&project-id=${OTHER}`, 'selected', 'omitted'],
  ['the name in another case', `Project_ID=${OTHER}`, 'selected', 'omitted'],
  ['a name escaped twice', `project%255fid=${OTHER}`, 'selected', 'omitted'],
  ['a conflicting selector beside a malformed field', `q=%zz&project_id=${OTHER}`, 'refused', 'selected'],
];

describe('project selector of the query string', () => {
  for (const [name, query, bound, organization] of CASES) {
    it(`${name}: ${bound} when bound, ${organization} when not`, () => {
      const forBound = resolveProjectSelector(query, BOUND);
      assert.equal(forBound.outcome, bound);
      assert.equal(resolveProjectSelector(query, undefined).outcome, organization);
      if (forBound.outcome === 'selected') assert.equal(forBound.projectId, BOUND);
    });
  }

  it('never selects another project for a bound credential', () => {
    const piece = fc.constantFrom('project_id', '=', '&', ';', '%', '%5f', '+', BOUND, OTHER, 'q', '%zz', ',', '[]');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const selection = resolveProjectSelector(pieces.join(''), BOUND);
        assert.notEqual(selection.outcome, 'omitted');
        if (selection.outcome === 'selected') assert.equal(selection.projectId, BOUND);
      }),
      { numRuns: 2000 },
    );
  });

  it('never accepts a bound credential when a standard parser reads another project', () => {
    const piece = fc.constantFrom('project_id=', 'project%5Fid=', '&', '%', '+', BOUND, OTHER, 'q=', '%zz');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const query = pieces.join('');
        const read = new URLSearchParams(query).getAll('project_id').filter((value) => value !== '');
        const conflicting = read.some((value) => value !== BOUND);
        if (conflicting) assert.equal(resolveProjectSelector(query, BOUND).outcome, 'refused');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseQuery', () => {
  it('decodes pairs in order, malformed ones without a value', () => {
    assert.deepEqual(parseQuery('a=1&b=x+y%21&a=%zz&c&d=1;2&%zz=3&e=caf%C3%A9&g=caf\xc3\xa9&=f'), [
      { name: 'a', value: '1' },
      { name: 'b', value: 'x y!' },
      { name: 'a', value: undefined },
      { name: 'c', value: '' },
      { name: 'd', value: undefined },
      { name: '%zz', value: undefined },
      { name: 'e', value: 'café' },
      { name: 'g', value: undefined },
      { name: '', value: 'f' },
    ]);
  });
});
