export {
  clusterStatements,
  onThisNode,
  openClusterEngine,
  withoutKeeper,
  type ClusterEngine,
} from './cluster-engine.js';
export { ON_CLUSTER } from '../statement-settings.js';
export { nativeBlock, type TestColumn } from './native-block.js';
export { filesHolding } from './stored-bytes.js';
export { sharedStore, type SharedStore } from './shared-store.js';
export { GENEROUS, temporaryStore, type TemporaryStore } from './temporary-store.js';
export { rawRequest, type RawAnswer, type RawRequest } from './raw-request.js';
