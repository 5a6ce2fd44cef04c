import { theService } from '../topology.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

const MEBIBYTE = 1024 * 1024;

/** Bodies just below a megabyte whose values are as many and as small as possible. */
const SMALL_VALUES: Readonly<Record<string, string>> = {
  objects: `{"a":[${'{},'.repeat(MEBIBYTE / 3 - 10)}{}]}`,
  names: `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":0`).join()}}`,
  strings: `{"a":[${'"",'.repeat(MEBIBYTE / 3 - 10)}""]}`,
  brackets: '['.repeat(MEBIBYTE - 1),
};

/** Routes that read a body before they know who sends it. */
const PUBLIC_ROUTES = [
  '/api/v1/auth/login',
  '/api/v1/auth/token/refresh',
  '/api/v1/auth/device/code',
  '/api/v1/auth/device/token',
  '/api/v1/invitations/accept',
];

const capture = (body: string): HostileRequest['send'] => {
  return ({ sender }) => expectStatus([200, 400], '/api/v1/capture', { key: sender, body }, theService().ingestUrl);
};

const event = (properties: object) =>
  JSON.stringify({ events: [{ event: 'hostile', distinct_id: 'd', properties, timestamp: new Date().toISOString() }] });

export const BODIES: readonly HostileRequest[] = [
  ...Object.entries(SMALL_VALUES).flatMap(([what, body]): HostileRequest[] => [
    {
      name: `a megabyte of ${what} without a credential`,
      send: async () => {
        for (const path of PUBLIC_ROUTES) await expectStatus(413, path, { body });
      },
    },
    {
      name: `a megabyte of ${what} where the key is in the body`,
      send: async () => {
        await expectStatus([400, 401], '/batch', { body }, theService().ingestUrl);
        await expectStatus(
          [400, 401],
          '/e',
          { body: `data=${encodeURIComponent(btoa(body))}` },
          theService().ingestUrl,
        );
      },
    },
    {
      name: `a megabyte of ${what} in a decision`,
      send: ({ publishable }) => expectStatus(413, '/api/v1/decide', { key: publishable, body }),
    },
    {
      name: `a megabyte of ${what} in a flag evaluation by OpenFeature`,
      send: ({ publishable }) =>
        expectStatus([400, 413], '/ofrep/v1/evaluate/flags', {
          key: publishable,
          body,
          headers: { authorization: `Bearer ${publishable}` },
        }),
    },
  ]),
  { name: 'captured events full of at signs', send: capture(event({ text: '@'.repeat(15_000) })) },
  {
    name: 'captured events of many short strings',
    send: capture(event({ list: Array.from({ length: 900 }, () => '@a.@') })),
  },
  { name: 'captured events that look like card numbers', send: capture(event({ text: '4 1 '.repeat(3_700) })) },
];
