import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually, ROOT, skipOrFail } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { blocks, GuideShell, run } from './guide-shell.js';

/** Commands that the spec cannot run, because its service is started already and has no user at a browser. */
const NOT_RUN = /npm start$|^svc login/m;

/** Only one process has the addresses of ingestion and of REST in one profile as README describes. */
const isRun = topologyKind() === 'standalone';
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
if (isRun && !hasCurl) skipOrFail('README', 'its examples send with curl, which is not installed');

const describeReadme = isRun && hasCurl ? describe : describe.skip;

describeReadme('README', () => {
  let readme: string;
  let user: GuideShell;
  beforeAll(async () => {
    readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    user = await GuideShell.open();
  });
  afterAll(() => user.close());
  const shell = (lines: string): Promise<string> => user.run(lines);

  it('has shell lines in the README that work unchanged, in order', async () => {
    const lines = blocks(readme, 'sh').filter((block) => !NOT_RUN.test(block));
    assert.ok(lines.length >= 5);
    const printed = await shell(lines.join('\n'));
    assert.match(printed, /"partialSuccess"|\{\}/);
    assert.match(printed, /"enabled": true|"value": true/);
  });

  it('shows in the README what the client prints', async () => {
    for (const example of blocks(readme, 'console')) {
      for (const [, command = '', shown = ''] of example.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n?)*)/gm)) {
        const terminal = command.replace(/^svc /, 'svc -o table ');
        await eventually(command, async () => {
          const printed = words(await shell(terminal));
          // A pipe gets whole times, where a terminal shows the day once.
          const expected = words(shown.replaceAll(/^[0-9-]+ UTC$/gm, ''));
          return expected.every((word) => printed.includes(word));
        });
      }
    }
  });

  it('counts the commands of each area in the README', async () => {
    const published = JSON.parse(await readFile(path.join(ROOT, 'apps/cli/src/testing/interface.json'), 'utf8')) as {
      commands: { command: string }[];
    };
    const manifest = JSON.parse(await shell('svc docs')) as typeof published;
    const rows = [...readme.matchAll(/^\| (.+?) +\| (\d+) +\| (\d+) +\|$/gm)];
    for (const [, area = '', existing, planned] of rows) {
      const groups = Array.from(area.matchAll(/`([a-z-]+)`/g), ([, group]) => group);
      const counts = [manifest, published].map(
        ({ commands }) =>
          commands.filter(({ command }) => groups.length === 0 || groups.includes(command.split(' ')[0])).length,
      );
      assert.deepEqual([Number(existing), Number(planned)], counts, area);
    }
    const sum = rows.slice(0, -1).reduce((total, [, , existing]) => total + Number(existing), 0);
    assert.equal(sum, manifest.commands.length, 'an area is missing');
  });

  it('links from the README to files that exist', async () => {
    for (const [, target = ''] of readme.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g))
      await readFile(path.join(ROOT, target)).catch((error: NodeJS.ErrnoException) =>
        // A folder is there, too.
        assert.equal(error.code, 'EISDIR', target),
      );
  });
});

/** The words of a table without times, figures and IDs, which differ from run to run. */
function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => /^[A-Za-z:]{2,}$/.test(word));
}
