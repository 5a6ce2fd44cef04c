import { parseArgs } from 'node:util';
import { captureException, flush, getActiveSpan, init, logger, startSpan, type NodeOptions } from '@sentry/node';

class Declined extends Error {
  override readonly name = 'Declined';
}

function charge(order: number): void {
  throw new Declined(`card of order ${order} was declined`);
}

const {
  values: { static: isStatic, tunnel },
  positionals: [dsn = '', release = ''],
} = parseArgs({ allowPositionals: true, options: { static: { type: 'boolean' }, tunnel: { type: 'string' } } });
const options: NodeOptions = { dsn, release, environment: 'e2e', tracesSampleRate: 1 };
if (isStatic === true) options.traceLifecycle = 'static';
if (tunnel !== undefined) options.tunnel = tunnel;
init(options);

const QUERY = { 'db.system.name': 'postgresql', 'db.collection.name': 'cart' };
startSpan({ name: 'GET /cart', op: 'http.server' }, () => {
  process.stdout.write(getActiveSpan()?.spanContext().traceId ?? '');
  startSpan({ name: 'SELECT * FROM cart', op: 'db', attributes: QUERY }, () => {
    logger.warn('cart is empty', { items: 0 });
    try {
      charge(7);
    } catch (error) {
      captureException(error, { tags: { area: 'checkout' }, user: { id: 'ada' } });
    }
  });
});
if (!(await flush(20_000))) throw new Error('not everything was sent');
