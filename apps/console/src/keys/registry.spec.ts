import assert from 'node:assert/strict';
import { KeyRegistry, formatKeys } from './registry.js';

interface Press {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
  readonly timeStamp?: number;
  readonly target?: object;
  readonly isComposing?: boolean;
}

function press(event: Press): KeyboardEvent {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp: 0, target: null };
  return { ...none, preventDefault: () => undefined, ...event } as unknown as KeyboardEvent;
}

function createRegistry(...keys: string[]): { readonly registry: KeyRegistry; readonly ran: string[] } {
  const registry = new KeyRegistry(false);
  const ran: string[] = [];
  registry.add({
    title: 'Test',
    bindings: keys.map((name) => ({ keys: name, label: name, run: () => ran.push(name) })),
  });
  return { registry, ran };
}

describe('registry of keys', () => {
  it('runs bindings of one key, of two in a row, and with modifiers', () => {
    const { registry, ran } = createRegistry('j', 'g l', 'mod+k', 'shift+n', '?');
    for (const event of [
      { key: 'j' },
      { key: 'g', timeStamp: 1000 },
      { key: 'l', timeStamp: 1500 },
      { key: 'k', ctrlKey: true },
      { key: 'N', shiftKey: true },
      { key: '?', shiftKey: true },
    ])
      registry.handle(press(event));
    assert.deepEqual(ran, ['j', 'g l', 'mod+k', 'shift+n', '?']);
  });

  it('forgets the first of two keys after a while', () => {
    const { registry, ran } = createRegistry('g l');
    registry.handle(press({ key: 'g', timeStamp: 1000 }));
    registry.handle(press({ key: 'l', timeStamp: 4000 }));
    assert.deepEqual(ran, []);
  });

  it('prefers one of several groups of a kind, and no group of another kind', () => {
    const { registry, ran } = createRegistry();
    const [second, first, alone] = ['second', 'first', 'alone'].map((title) => ({
      title,
      ...(title !== 'alone' && { kind: 'list' }),
      yields: title === 'second',
      bindings: [{ keys: title === 'alone' ? 'e' : 'j', label: title, run: () => ran.push(title) }],
    }));
    if (!first || !second || !alone) return assert.fail('a group is missing');
    const page = { title: 'page', bindings: [{ keys: 'e', label: 'page', run: () => ran.push('page') }] };
    const remove = registry.add(first);
    registry.add(second);
    registry.add(alone);
    registry.add(page);
    const j = (): boolean => registry.handle(press({ key: 'j' }));
    j();
    registry.prefer(second);
    j();
    registry.prefer(first);
    j();
    registry.prefer(second);
    registry.prefer(alone);
    remove();
    registry.prefer(first);
    j();
    registry.handle(press({ key: 'e' }));
    assert.deepEqual(ran, ['first', 'second', 'first', 'second', 'page']);
  });

  it('leaves keys to text fields and to input methods', () => {
    const { registry, ran } = createRegistry('j');
    registry.handle(press({ key: 'j', target: { tagName: 'INPUT' } }));
    registry.handle(press({ key: 'j', target: { isContentEditable: true } }));
    registry.handle(press({ key: 'j', isComposing: true }));
    assert.deepEqual(ran, []);
  });

  it('leaves the space bar and Enter to the button or link that has the focus', () => {
    const { registry, ran } = createRegistry('space', 'enter');
    for (const key of [' ', 'Enter'])
      for (const tagName of ['BUTTON', 'A']) registry.handle(press({ key, target: { tagName } }));
    assert.deepEqual(ran, []);
    for (const key of [' ', 'Enter']) registry.handle(press({ key, target: { tagName: 'DIV' } }));
    assert.deepEqual(ran, ['space', 'enter']);
  });

  it('prefers the group that was added last, until it is removed', () => {
    const { registry, ran } = createRegistry('j');
    const remove = registry.add({ title: 'Over', bindings: [{ keys: 'j', label: '', run: () => ran.push('over') }] });
    registry.handle(press({ key: 'j' }));
    remove();
    registry.handle(press({ key: 'j' }));
    assert.deepEqual(ran, ['over', 'j']);
  });

  it('does not take the other modifier of the system for the one of shortcuts', () => {
    const { registry, ran } = createRegistry('mod+k', 'k');
    registry.handle(press({ key: 'k', metaKey: true }));
    assert.deepEqual(ran, []);
  });

  it('formats keys as they are printed', () => {
    assert.deepEqual(formatKeys('mod+k', false), ['Ctrl+k']);
    assert.deepEqual(formatKeys('g l', true), ['g', 'l']);
  });
});
