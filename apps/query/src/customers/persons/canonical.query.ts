export { canonicalDistinctId, distinctIdHash, personHash, selectDistinctIds } from '@svc/reading/persons';
