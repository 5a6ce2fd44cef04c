import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually, ROOT } from '@svc/testing';
import { startReceiver } from '../integrations/receiver.js';
import { topologyKind } from '../topology.js';
import { blocks, GuideShell } from './guide-shell.js';

/** Only one process has the addresses of ingestion and of REST in one profile as the guide describes. */
const describeGuide = topologyKind() === 'standalone' ? describe : describe.skip;
/** The service and the receiver are started by the spec. */
const NOT_RUN = /npm start$|^node -e/m;

describeGuide('the guide from an error to a page', () => {
  let user: GuideShell;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    [user, receiver] = await Promise.all([GuideShell.open(), startReceiver()]);
  });
  afterAll(() => Promise.all([user.close(), receiver.stop()]));

  it('has commands that lead to a page with the number, the ID and the address of the incident', async () => {
    const guide = await readFile(path.join(ROOT, 'docs/first-page.md'), 'utf8');
    const commands = guide.replaceAll('http://127.0.0.1:9999/', receiver.url);
    const lines = blocks(commands, 'sh').filter((block) => !NOT_RUN.test(block));
    const responding = lines.findIndex((block) => block.includes('incidents view'));
    assert.ok(responding > 3 && responding < lines.length);
    const client = 'npm install --silent --global http://127.0.0.1:8080/cli.tgz';
    const printed = await user.run([client, ...lines.slice(0, responding)].join('\n'));
    assert.match(printed, /sent/);
    const page = await eventually('the page has arrived', () => {
      const bodies = receiver.received.map(
        ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
      );
      return bodies.find(({ type }) => type === 'page')?.data ?? false;
    });
    assert.equal(page['number'], 'INC-1');
    assert.match(String(page['id']), /^[0-9a-f-]{36}$/);
    assert.match(await user.run(lines.slice(responding).join('\n')), /acknowledged/);
  });
});
