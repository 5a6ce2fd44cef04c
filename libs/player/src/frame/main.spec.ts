import assert from 'node:assert/strict';

describe('the script of the player document', () => {
  const listeners = new Map<string, (event: object) => void>();
  const sent: unknown[] = [];
  const port = {
    addEventListener: () => undefined,
    start: () => undefined,
    postMessage: (report: unknown) => sent.push(report),
  };
  const mounter = {};
  const globals = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    parent: mounter,
    self: {},
    location: { origin: 'https://replay.example' },
    document: { body: {}, documentElement: { dataset: { mounter: 'https://svc.example' } } },
  };
  const before = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    await import('./main.js');
  });
  afterAll(() => {
    for (const name of Object.keys(globals)) {
      Reflect.deleteProperty(globalThis, name);
      if (before[name]) Object.defineProperty(globalThis, name, before[name]);
    }
  });

  it('takes a port only of the page that mounts it, from the origin that the document names', () => {
    const message = listeners.get('message');
    message?.({ source: mounter, origin: 'https://replay.example', ports: [port] });
    message?.({ source: {}, origin: 'https://svc.example', ports: [port] });
    assert.deepEqual(sent, []);
    message?.({ source: mounter, origin: 'https://svc.example', ports: [port] });
    assert.deepEqual(sent, [{ type: 'ready' }]);
    message?.({ source: mounter, origin: 'https://svc.example', ports: [port] });
    assert.deepEqual(sent.length, 1);
  });

  it.each(['error', 'unhandledrejection'])('warns of a part that cannot be shown after the event %s', (type) => {
    sent.length = 0;
    listeners.get(type)?.({});
    assert.deepEqual(sent, [{ type: 'warning', text: 'A part of the recording cannot be shown.' }]);
  });
});
