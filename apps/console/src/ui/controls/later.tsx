import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';

/**
 * A component that is loaded after the page has been drawn, because menus are large and nobody opens one in the first moment.
 *
 * @param toFallback draws what stands in its place until then, such as a button that looks the same.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  toFallback: (props: P) => ReactNode,
): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Later(props: P): ReactNode {
    return (
      <Suspense fallback={toFallback(props)}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
