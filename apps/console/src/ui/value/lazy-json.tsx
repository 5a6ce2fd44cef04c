import { later } from '../controls/later.js';

/** A tree of JSON, which is loaded when it is first shown. */
export const LazyJson = later(
  async () => (await import('../json/json-view.js')).JsonView,
  () => null,
);
