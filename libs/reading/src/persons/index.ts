export { canonicalDistinctId, distinctIdHash, personHash, selectDistinctIds } from './canonical.query.js';
export { FOLDED_VALUE } from './folded-value.js';
