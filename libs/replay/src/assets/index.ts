/** The addresses of pictures, fonts and style sheets in recordings; for browsers as well. */
export type { RecordedEvent as JsonEvent } from '../events/event.js';
export { AssetAddresses } from './asset-addresses.js';
export { resolveAsset, type AssetKind, type AssetVisitor } from './asset-kind.js';
export { visitCss } from './css-assets.js';
