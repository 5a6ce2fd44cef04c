import assert from 'node:assert/strict';
import type { SymbolFile } from '../gen/api.js';
import { describeContent, explainLookup, nameKind, toUpload } from './describe-file.js';

const FILE: SymbolFile = {
  id: 'f1',
  kind: 'sourcemap',
  release: 'web@1',
  dist: '',
  filename: '~/assets/app.js',
  debug_id: '',
  arch: '',
  size: 1024,
  sha256: 'ab',
};

describe('A symbol file', () => {
  it.each([
    [{}, 'Found by its release and path.'],
    [{ debug_id: 'd1' }, 'Found by its debug ID, or by its release and path.'],
    [{ dist: '7', kind: 'proguard', debug_id: 'd1' }, 'Found by its UUID, or by its release and distribution.'],
    [{ kind: 'macho', debug_id: 'd1' }, 'Found by its UUID.'],
    [{ release: '' }, 'Frames do not find it: it has neither an ID nor a release.'],
  ])('with %j is explained as the service looks it up', (own, text) => {
    assert.equal(explainLookup({ ...FILE, ...own }), text);
  });

  it('says what is in it by the numbers that the service has', () => {
    const details = { sources: 1234, names_found: 2, source_root: 'src' };
    assert.deepEqual(describeContent({ details }), ['1,234 sources', '2 names found']);
    assert.deepEqual(describeContent({}), []);
    assert.deepEqual([nameKind('macho'), nameKind('later')], ['Apple debug symbols', 'later']);
  });

  it('is uploaded by a command with the release that is chosen, unless a shell would read it otherwise', () => {
    assert.match(toUpload('sourcemaps', 'shop@2.0.0').commands[0] ?? '', /release:"shop@2\.0\.0"/);
    assert.match(toUpload('sourcemaps', `a';rm -rf ~`).commands[0] ?? '', /release:"1\.4\.2"/);
    assert.match(toUpload('programs', '').commands[0] ?? '', /--release 1\.4\.2$/);
    assert.equal(toUpload('programs', '').commands.length, 2);
  });
});
