import assert from 'node:assert/strict';
import stringWidth from 'string-width';
import { runCommandLine } from '../cli.js';
import { CATALOG } from '../commands/index.js';
import { fakeIo } from '../testing/fake-io.js';

async function help(argv: readonly string[], columns?: number): Promise<string> {
  const io = fakeIo(columns === undefined ? {} : { isTerminal: true, columns });
  assert.equal(await runCommandLine([...argv, '--help'], CATALOG, io), 0);
  return io.written.stdout;
}

describe('the help of a command with a JSON body', () => {
  it('lists fields with types, those of objects beneath, and marks the required ones', async () => {
    const text = await help(['dashboards', 'widgets', 'add']);
    assert.match(text, /\nFields of the body \(\* required\):\nFIELD/);
    assert.match(text, /\ntype\* +string +\S.*timeseries/);
    assert.match(text, /\nquery +object +.*\n {2}signal\* +string /);
    assert.match(text, /\n {2}group_by +string\[\] /);
    assert.match(text, /\nposition +object /);
  });

  it('leaves out what flags, arguments and the client give', async () => {
    const text = await help(['saved-searches', 'update']);
    assert.match(text, /\nquery +/);
    assert.doesNotMatch(text, /\n(expected_version|search_id|project_id)/);
  });

  it('fits a narrow terminal', async () => {
    const fields = (await help(['alerts', 'rules', 'create'], 80)).split('Fields of the body')[1] ?? '';
    assert.match(fields, /\ncondition/);
    for (const line of fields.split('\n')) assert.ok(stringWidth(line) <= 80, line);
  });

  it('is the same as before for commands without a body and for groups', async () => {
    for (const argv of [['logs', 'query'], ['dashboards'], [], ['cohorts', 'replace-members']])
      assert.doesNotMatch(await help(argv), /Fields of the body/);
  });
});
