import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Notification } from '../compose/notification.js';
import { fromStoredNotification, toStoredNotification } from '../compose/stored-notification.js';
import { checkConfig } from './config-field.js';
import { CONFIGS } from './configs.fixture.js';
import { CHANNEL_TYPES } from './index.js';

/** Reviewed renderings: `UPDATE_GOLDEN=1` writes them. */
const GOLDEN = path.join(import.meta.dirname.replace('/dist/', '/src/'), 'golden');

/** A title that each kind of markup could misread. */
const OPENED: Notification = {
  type: 'issue.new',
  subject: 'issue/0198c0de',
  status: 'open',
  severity: 'critical',
  occurredAt: new Date('2026-11-23T08:15:00Z'),
  projectId: '0198c0aa',
  projectName: 'Shop',
  title: 'New issue: TypeError: <b>cart</b> & "items" is *not* a @everyone function',
  facts: [
    { label: 'Since', value: new Date('2026-11-23T08:14:59Z') },
    { label: 'Affected', value: '12 persons, 3 accounts' },
    { label: 'Service', value: 'checkout (production)' },
    { label: 'Release', value: '1.4.2' },
  ],
  url: 'https://svc.example.com/issues/0198c0de?a=1&b=2',
  command: 'svc issues view 0198c0de',
  data: { issue_id: '0198c0de' },
};
const RESOLVED: Notification = {
  ...OPENED,
  type: 'issue.resolved',
  status: 'resolved',
  title: 'Resolved: TypeError',
  severity: 'info',
};

const COMMENTED: Notification = {
  ...OPENED,
  type: 'incident.commented',
  subject: 'incident/0198c0de',
  status: 'update',
  title: 'Comment on incident: Checkout fails',
  severity: 'info',
};

describe('renderings', () => {
  for (const type of CHANNEL_TYPES) {
    it(`renders ${type.name} as in the reviewed snapshot`, () => {
      const config = CONFIGS[type.name];
      assert.ok(config);
      assert.deepEqual(checkConfig(type.fields, config), []);
      const render = (notification: Notification) =>
        type.render(config, {
          notification,
          deliveryId: '0198c0ff-0000-7000-8000-000000000001',
          now: new Date('2026-11-23T08:15:01Z'),
          wording: { timeZone: 'Europe/Berlin' },
        });
      const rendered = [render(OPENED), render(RESOLVED), render(COMMENTED)].map((outgoing) =>
        outgoing.kind === 'request' && outgoing.body.startsWith('{')
          ? { ...outgoing, body: JSON.parse(outgoing.body) as unknown }
          : outgoing,
      );
      const file = path.join(GOLDEN, `${type.name}.json`);
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, JSON.stringify(rendered, null, 2));
      assert.deepEqual(JSON.parse(JSON.stringify(rendered)), JSON.parse(readFileSync(file, 'utf8')));
    });
  }

  it.each(CHANNEL_TYPES.map((type) => [type.name, type] as const))(
    'says how many notifications a long one stands for: %s',
    (name, type) => {
      const stored = toStoredNotification({ ...OPENED, title: 'x'.repeat(1_000) });
      const outgoing = type.render(CONFIGS[name] ?? {}, {
        notification: fromStoredNotification({ ...stored, more: 41 }),
        deliveryId: 'd',
        now: OPENED.occurredAt,
        wording: { timeZone: 'UTC' },
      });
      const text = outgoing.kind === 'mail' ? outgoing.subject : outgoing.body;
      // The provider of text messages gets a form.
      assert.match(name === 'sms' ? decodeURIComponent(text.replaceAll('+', ' ')) : text, /\(\+41 more\)|"more":41/);
    },
  );

  it('fits the limits of each receiver, whatever the notification contains', () => {
    const huge: Notification = {
      ...OPENED,
      subject: `issue/${'x'.repeat(2_000)}`,
      title: '😀'.repeat(5_000),
      facts: Array.from({ length: 60 }, (_, nth) => ({
        label: `Label ${nth} ${'l'.repeat(500)}`,
        value: 'v'.repeat(5_000),
      })),
    };
    for (const type of CHANNEL_TYPES) {
      const config = CONFIGS[type.name] ?? {};
      const outgoing = type.render(config, {
        notification: huge,
        deliveryId: 'd',
        now: OPENED.occurredAt,
        wording: { timeZone: 'UTC' },
      });
      if (outgoing.kind !== 'request') continue;
      const limit = { telegram: 6_000, msteams: 28_000, sms: 3_000 }[type.name];
      if (limit !== undefined) assert.ok(outgoing.body.length <= limit, `${type.name}: ${outgoing.body.length}`);
    }
  });
});
