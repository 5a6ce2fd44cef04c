import { columnStoreConformance } from '../conformance/index.js';
import { temporaryStore } from '../testing/temporary-store.js';

columnStoreConformance('the embedded engine', { dialect: 'embedded' }, async () => {
  const temporary = await temporaryStore();
  return { store: temporary.store, close: () => temporary[Symbol.asyncDispose]() };
});
