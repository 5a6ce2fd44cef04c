import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, ok } from '../api.js';
import type { MovingService } from '../moving-clock/moving-service.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

export function describeRecipients(service: () => MovingService): void {
  describe('an e-mail channel to an address of nobody in the organization', () => {
    const page = (path: string, init: RequestInit = {}) => fetch(new URL(path, theService().httpUrl), init);
    const submit = (token: string, origin: string) =>
      page('/notifications/recipients/prove', {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ token }),
      });

    it('sends nothing but a link before the owner of the address agrees on its page', async () => {
      const { id: project } = await makeProject();
      const { name } = await ok('GET', `/projects/current?project_id=${project}`);
      const address = `${randomUUID()}@elsewhere.example`;
      const body = { type: 'email', name: 'Mail', config: { to: [address] } };
      const { id, unproved_recipients: unproved } = await ok('POST', `/notifications/channels?project_id=${project}`, {
        body,
      });
      assert.deepEqual(unproved, [address]);
      const mails = () => service().mailbox.to(address);
      const link = await eventually(
        'a link has arrived',
        () => /https?:\S+\?token=\w+/.exec(mails()[0]?.text ?? '')?.[0],
      );
      const token = noteSecret(new URL(link).searchParams.get('token') ?? '');
      const test = () => ok('POST', `/notifications/channels/${String(id)}/test?project_id=${project}`, { body: {} });
      const shown = await page(`/notifications/recipients/prove?token=${token}`);
      const text = await shown.text();
      assert.equal(shown.status, 200, text);
      assert.ok(text.includes(address) && text.includes(String(name)), text);
      const refused = await test();
      assert.deepEqual([refused['status'], refused['reason']], ['failed', 'recipient_unproved']);
      assert.equal((await submit(token, 'https://evil.example')).status, 403);
      assert.equal((await test())['status'], 'failed');
      assert.equal((await submit(token, new URL(theService().httpUrl).origin)).status, 200);
      assert.equal((await test())['status'], 'sent');
      assert.equal(mails().length, 2);
      for (const used of [
        await page(`/notifications/recipients/prove?token=${token}`),
        await page('/notifications/recipients/prove'),
      ])
        assert.equal(used.status, 404);
      const audited = await eventually('the agreement is audited', async () => {
        const { json } = await api('GET', `/account/audit-log?operation=channels.prove_recipient`);
        return (json['entries'] as { project_id?: string }[] | undefined)?.find(
          (entry) => entry.project_id === project,
        );
      });
      assert.ok(!JSON.stringify(audited).includes(address));
    });
  });
}
