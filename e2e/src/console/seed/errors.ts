import { eventually } from '@svc/testing';
import { textAttribute } from '@svc/testing/outages';
import { items } from '../../reference/recorder.js';
import type { SeededProject } from './project.js';

const STACK = `TypeError: Cannot read properties of undefined (reading 'total')
    at applyDiscount (/srv/shop/src/checkout.js:41:17)
    at checkout (/srv/shop/src/routes.js:12:3)
    at Layer.handle (/srv/shop/node_modules/express/lib/router/layer.js:95:5)`;
const FRAME = { filename: '/app/src/orders.js', lineno: 17, colno: 5, in_app: true, platform: 'node:javascript' };

/** Kinds of exceptions of services: type, message, service and how many. */
const LOGGED = [
  ['TypeError', "Cannot read properties of undefined (reading 'total')", 'checkout', 9],
  ['TimeoutError', 'No answer within 5 s', 'payments', 4],
  ['CardDeclined', 'The card was declined', 'payments', 2],
] as const;

/** Sends exceptions of services and of a browser, some with a release; returns the ID of the issue with the most of them. */
export async function seedErrors(project: SeededProject, distinctId: string, release: string): Promise<string> {
  const span = 50 * 60_000;
  await project.send(
    'logs',
    LOGGED.flatMap(([type, message, service, count]) =>
      Array.from({ length: count }, (_, nth) => ({
        service,
        resource: { 'service.version': '1.4.2', 'deployment.environment.name': 'production' },
        item: {
          timeUnixNano: `${Date.now() - Math.round((span * (nth + 0.5)) / count)}000000`,
          severityNumber: 17,
          body: { stringValue: message },
          attributes: Object.entries({
            'exception.type': type,
            'exception.message': message,
            ...(type === 'TypeError' && { 'exception.stacktrace': STACK }),
            'user.id': nth % 2 === 0 ? distinctId : 'grace',
          }).map(([key, value]) => textAttribute(key, value)),
        },
      })),
    ),
  );
  await project.ingest('/capture', {
    events: Array.from({ length: 3 }, (_, nth) => ({
      event: '$exception',
      distinct_id: distinctId,
      properties: {
        $exception_list: [
          {
            type: 'RangeError',
            value: `order ${4712 + nth} failed`,
            stacktrace: { frames: [{ ...FRAME, function: 'handleOrder' }] },
          },
        ],
        release,
        handled: false,
        $groups: { company: 'acme' },
      },
    })),
  });
  return eventually('the issues can be read', async () => {
    const issues = items(await project.get('/issues'), 'issues');
    const largest = issues.find((issue) => issue['type'] === 'TypeError');
    return issues.length > LOGGED.length && largest !== undefined && String(largest['id']);
  });
}
