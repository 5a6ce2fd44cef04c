import assert from 'node:assert/strict';
import { fakeIo } from '../testing/fake-io.js';
import { askProject } from './ask-project.js';

const PROJECTS = ['shop', 'cart\u001b[2J', 'blog'].map((slug, index) => ({ id: `id-${index}`, slug }));

async function ask(typed: string): Promise<readonly [string | undefined, string]> {
  const io = fakeIo({ isTerminal: true, stdin: typed });
  const chosen = await askProject(PROJECTS, io);
  assert.equal(io.written.stdout, '');
  return [chosen?.id, io.written.stderr];
}

describe('askProject', () => {
  it('lists the projects with numbers on standard error, and takes the first one for an empty line', async () => {
    assert.deepEqual(await ask('\n'), [
      'id-0',
      'Projects that you can use:\n  1  shop\n  2  cart\n  3  blog\nActive project, 1 to 3 (1): ',
    ]);
  });

  it('takes a number or a slug', async () => {
    assert.equal((await ask('2\n'))[0], 'id-1');
    assert.equal((await ask(' blog \r\n'))[0], 'id-2');
  });

  it('asks again after anything else, until the input ends', async () => {
    const [chosen, shown] = await ask('0\nnone\n3\n');
    assert.deepEqual([chosen, shown.match(/1 to 3/g)?.length], ['id-2', 3]);
    assert.equal((await ask('4\n'))[0], undefined);
    assert.equal((await ask('2'))[0], undefined);
  });
});
