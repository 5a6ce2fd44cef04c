import assert from 'node:assert/strict';
import { startRecording } from './recording.js';

describe('the selectors of the site', () => {
  const asked: string[] = [];
  const names = ['document', 'addEventListener', 'removeEventListener'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const define = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  };
  beforeAll(() => {
    define('addEventListener', () => undefined);
    define('removeEventListener', () => undefined);
    define('document', {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      createDocumentFragment: () => ({
        querySelector(selector: string) {
          asked.push(selector);
          if (selector.includes('[[')) throw new DOMException('not a valid selector', 'SyntaxError');
        },
      }),
    });
  });
  afterAll(() => {
    for (const [index, name] of names.entries()) {
      const property = before[index];
      if (property) Object.defineProperty(globalThis, name, property);
      else Reflect.deleteProperty(globalThis, name);
    }
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const start = (selectors: { readonly maskText?: string; readonly block?: string }): void =>
    startRecording({ ...selectors, emit: () => undefined, console: false, network: false }).stop();

  it.each([
    ['maskText', { maskText: '.name[[' }],
    ['block', { maskText: '.name', block: '[[.card' }],
  ])('let nothing be recorded if %s is malformed', (_, selectors) =>
    assert.throws(() => start(selectors), { name: 'SyntaxError', message: 'not a valid selector' }),
  );

  it('are tested each by itself, and only if there are any', () => {
    start({ maskText: '.name', block: '.card' });
    start({});
    assert.deepEqual(asked, ['.name', '.card']);
  });
});
