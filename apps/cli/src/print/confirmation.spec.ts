import assert from 'node:assert/strict';
import { commandPath, isRest } from '../command/command.js';
import { CATALOG } from '../commands/index.js';
import type { Json } from '../runtime/values/json.js';
import { printAnswer } from './answer.js';
import { createColors } from './layout/colors.js';

function shown(path: string, answer: Json): Promise<string> {
  const command = CATALOG.flatMap(({ commands }) => commands).find((each) => commandPath(each) === path);
  assert.ok(command && isRest(command));
  return printAnswer(answer, 'table', command.view, { width: 80, colors: createColors(false) });
}

describe('confirmations of writes', () => {
  it('names the created record, with its ID and version, and the next command', async () => {
    assert.equal(
      await shown('projects create', { id: 'p1', slug: 'shop', version: 1 }),
      'Created the project shop (id p1, version 1).\nNext: svc projects use shop\n',
    );
    assert.equal(
      await shown('flags toggle', { key: 'new\u001b[2J', active: false, version: 3 }),
      'Toggled the flag new (active false, version 3).\n',
    );
  });

  it('suggests the command that fits the created flag', async () => {
    assert.match(await shown('flags create', { key: 'new', active: false }), /\nNext: svc flags toggle new on\n$/);
    assert.match(
      await shown('flags create', { key: 'new', active: true }),
      /\nNext: svc flags decide <distinct-id>\n$/,
    );
  });

  it('names the setting that permits a receiver whose address is not public', async () => {
    const receipt = { id: 'd1', title: 'Test', status: 'failed', reason: 'blocked_address', channel_name: 'Hook' };
    assert.match(await shown('channels test', receipt), /not public\..*\bSVC_EGRESS_ALLOW\b/s);
    assert.doesNotMatch(await shown('channels test', { ...receipt, reason: 'timeout' }), /SVC_EGRESS_ALLOW/);
  });

  it('prints secrets that are shown only once', async () => {
    assert.equal(
      await shown('apikey create', { api_key: { id: 'k1', name: 'reader', scopes: ['logs:read'] }, secret: 's' }),
      'Created the API key reader (id k1).\nscopes: logs:read\nsecret: s\n',
    );
    const invited = { id: 'i1', email: 'a@b.c', role: 'ROLE_MEMBER', accept_url: 'http://svc.test/i?t=1' };
    assert.match(await shown('invitations create', invited), /\naccept url: http:\/\/svc\.test\/i\?t=1\n$/);
  });
});
