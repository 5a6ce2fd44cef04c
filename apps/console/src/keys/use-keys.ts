import { useCallback, useEffect, useRef } from 'react';
import { KeyRegistry, type KeyBinding, type KeyGroup } from './registry.js';

export const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of the whole console. */
export const keyRegistry = new KeyRegistry(IS_MAC);

type KeyOptions = Pick<KeyGroup, 'kind' | 'yields'>;

/**
 * Adds keys while the component is there. The functions may change with each rendering; the keys and labels may not.
 *
 * @param title the part of the page that they belong to, for the list of keys.
 * @param kind and `yields`: see `KeyGroup`.
 * @returns prefers these keys to those of other parts of the same kind.
 */
export function useKeys(title: string, bindings: readonly KeyBinding[], options: KeyOptions = {}): () => void {
  const { kind, yields = false } = options;
  const added = useRef<KeyGroup>(undefined);
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  const names = bindings.map(({ keys }) => keys).join(',');
  useEffect(() => {
    const group: KeyGroup = {
      title,
      ...(kind !== undefined && { kind }),
      yields,
      bindings: current.current.map((binding, index) => ({
        ...binding,
        run: (event: KeyboardEvent) => current.current[index]?.run(event),
      })),
    };
    added.current = group;
    return keyRegistry.add(group);
  }, [title, names, kind, yields]);
  return useCallback(() => {
    if (added.current) keyRegistry.prefer(added.current);
  }, []);
}

/** Listens to the keyboard; used once, by the shell. */
export function useKeyboard(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      // A modal dialog has its own keys; those behind it rest.
      if (document.querySelector('dialog[open]') === null && !event.defaultPrevented) keyRegistry.handle(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
