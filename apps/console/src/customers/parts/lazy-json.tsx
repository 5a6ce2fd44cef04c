import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';

const Loaded = lazy(async () => ({ default: (await import('../../ui/json/json-view.js')).JsonView }));

/** A tree of JSON, which is loaded when it is first shown. */
export function LazyJson(props: ComponentProps<typeof Loaded>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
